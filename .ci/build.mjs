/**
 * Builds `dist/` in five steps. First runs `tsc`. Then compiles the contract's schemas. Then lists the client's calls.
 * Then marks calls at module level as pure, so that bundlers can drop unused code (`effect` is built in the same way).
 * Finally bundles the files to publish: JavaScript, declarations, and the notices of bundled packages.
 */
import { transformAsync } from "@babel/core"
import annotatePureCalls from "babel-plugin-annotate-pure-calls"
import { spawnSync } from "node:child_process"
import { chmodSync, existsSync } from "node:fs"
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import * as path from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { parseAst } from "rolldown/parseAst"
import { bundle } from "./bundle.mjs"
import { listClientCalls } from "./clientCalls.mjs"
import { compileContract } from "./compiledContract.mjs"
import { declarationsOf, namedIn } from "./declarations.mjs"
import { noticesOf } from "./notices.mjs"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")
const dist = path.join(root, "dist")
const modules = path.join(root, ".build")
const manifest = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"))

/**
 * Wraps spreads at module level in calls that are marked as pure, because bundlers assume that a spread has side
 * effects.
 */
const spreadsInPureCalls = ({ types: t }) => ({
  visitor: {
    "ObjectExpression|ArrayExpression|CallExpression|NewExpression"(path) {
      const parts = path.node.properties ?? path.node.elements ?? path.node.arguments
      if (path.getFunctionParent() || !parts.some((part) => t.isSpreadElement(part))) return
      const call = t.callExpression(t.arrowFunctionExpression([], path.node), [])
      t.addComment(call, "leading", "#__PURE__", false)
      path.replaceWith(call)
      path.skip()
    }
  }
})

/**
 * Imports members of namespaces by name. For Effect, because rolldown assumes that reading a member of a namespace at
 * module level has side effects; React's modules read such members only in functions. For the package's own modules, so
 * that the imports show which module behind an index declares each member.
 */
const importedByName = (sources) => ({ types: t }) => ({
  visitor: {
    ImportDeclaration(path) {
      const [namespace] = path.node.specifiers
      if (!t.isImportNamespaceSpecifier(namespace) || !sources.test(path.node.source.value)) return
      const { referencePaths } = path.scope.getBinding(namespace.local.name)
      const isMember = ({ key, parent }) => key === "object" && t.isMemberExpression(parent, { computed: false })
      if (!referencePaths.every(isMember)) return
      const locals = new Map()
      for (const { parentPath } of referencePaths) {
        const { name } = parentPath.node.property
        if (!locals.has(name)) locals.set(name, path.scope.generateUid(name))
        parentPath.replaceWith(t.identifier(locals.get(name)))
      }
      path.node.specifiers = [...locals].map(([name, local]) =>
        t.importSpecifier(t.identifier(local), t.identifier(name))
      )
    }
  }
})

const annotate = async (file) => {
  const result = await transformAsync(await readFile(file, "utf8"), {
    filename: file,
    babelrc: false,
    configFile: false,
    compact: false,
    sourceType: "module",
    plugins: [
      importedByName(file.startsWith(path.join(modules, "react")) ? /^\./ : /^(?:\.|effect\/)/),
      spreadsInPureCalls,
      annotatePureCalls.default ?? annotatePureCalls
    ]
  })
  await writeFile(file, `${result.code}\n`)
}

/** Returns the targets in package.json. A pattern with `*` has one target per file. */
const targets = async (kind) => {
  const found = []
  for (const entry of [...Object.values(manifest.exports), ...Object.values(manifest.imports)]) {
    const target = (typeof entry === "string" ? {} : entry)[kind]?.replace("./dist/", "")
    if (target === undefined || target.startsWith(".")) continue
    const [before, after] = target.split("*")
    if (after === undefined) found.push(target)
    else {for (const name of await readdir(path.join(modules, before))) {
        // endpoint schemas are not entries
        if (name.endsWith(after) && !name.endsWith(".schemas.js")) found.push(before + name)
      }}
  }
  return found
}

/**
 * Returns the relative imports of a file. Parses the code, because error messages of a bundled parser contain imports.
 */
const importedIn = (code) => [
  ...parseAst(code).body.flatMap(({ source }) => source?.value.startsWith(".") ? [source.value] : []),
  ...[...code.matchAll(/\bimport\("(\.{1,2}\/[^"\n]+)"\)/g)].map(([, target]) => target)
]

/** Returns the entries' targets and the imports whose file doesn't exist. */
const missingTargets = async (files) => {
  const entries = [...await targets("types"), ...await targets("default")]
  const missing = entries.filter((entry) => !existsSync(path.join(dist, entry))).map((entry) =>
    `${entry} (package.json)`
  )
  for (const [file, code] of files) {
    for (const target of file.endsWith(".js") ? importedIn(code) : namedIn(code)) {
      const found = file.endsWith(".d.ts") ? target.replace(/\.js$/, ".d.ts") : target
      if (!target.endsWith(".js") || !existsSync(path.join(dist, path.dirname(file), found))) {
        missing.push(`${target} (${file})`)
      }
    }
  }
  return missing
}

await Promise.all([dist, modules].map((folder) => rm(folder, { recursive: true, force: true })))
const tsc = path.join(root, "node_modules", "typescript", "bin", "tsc")
const compiled = spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], { cwd: root, stdio: "inherit" })
if (compiled.status !== 0) process.exit(compiled.status ?? 1)
await compileContract(modules)
await listClientCalls(modules)
const javascript = (await readdir(modules, { recursive: true })).filter((file) => file.endsWith(".js"))
await Promise.all(javascript.map((file) => annotate(path.join(modules, file))))

// The catalogue is read from declarations. The package doesn't contain them in this form, so the CLI gets the finished
// catalogue.
const { errorCatalogue } = await import(pathToFileURL(path.join(modules, "src/cli/errors/catalogue.js")).href)
const catalogue = `const entries = ${
  JSON.stringify(await errorCatalogue())
}\nexport const errorCatalogue = async () => entries\n`

const helpText = (env) => {
  const output = spawnSync(process.execPath, [path.join(modules, "src/cli/main.js"), "--help"], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, NODE_DISABLE_COMPILE_CACHE: "1", ...env }
  })
  if (output.status !== 0) throw new Error(`latchkey --help failed:\n${output.stderr}`)
  return output.stdout
}
const help = `export const help = ${
  JSON.stringify({ plain: helpText({ NO_COLOR: "1" }), coloured: helpText({ FORCE_COLOR: "1" }) })
}\n`

const { files, packages } = await bundle({
  manifest,
  modules,
  root,
  replaced: { "src/cli/errors/catalogue.js": catalogue, "src/cli/help/text.js": help }
})
const published = [...files, ...await declarationsOf({ modules, entries: await targets("types") })]
for (const [name, content] of [...published, ["THIRD-PARTY-NOTICES.txt", noticesOf(packages)]]) {
  const file = path.join(dist, name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content)
}
chmodSync(path.join(dist, "src/cli/main.js"), 0o755)
const missing = await missingTargets(published)
await rm(modules, { recursive: true, force: true })
if (missing.length > 0) {
  console.error(`Some imported modules are missing in dist/:\n  ${missing.join("\n  ")}`)
  process.exit(1)
}
console.log(`dist/: ${files.length} JavaScript files, ${published.length - files.length} declaration files`)
