/**
 * Builds dist/: `tsc`, then pure annotations on the calls that run when a module loads, so that bundlers drop what an
 * application does not use (`effect` is built the same way). Source maps still lead to the TypeScript sources.
 */
import { transformAsync } from "@babel/core"
import annotatePureCalls from "babel-plugin-annotate-pure-calls"
import { spawnSync } from "node:child_process"
import { existsSync, globSync } from "node:fs"
import { readdir, readFile, rm, writeFile } from "node:fs/promises"
import * as path from "node:path"
import { fileURLToPath } from "node:url"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")
const dist = path.join(root, "dist")

/** A spread runs code, as far as bundlers know, and keeps what it spreads. At module level it goes into a pure call. */
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

const annotate = async (file) => {
  const [code, map] = await Promise.all([readFile(file, "utf8"), readFile(`${file}.map`, "utf8")])
  const result = await transformAsync(code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n"), {
    filename: file,
    babelrc: false,
    configFile: false,
    compact: false,
    sourceType: "module",
    sourceMaps: true,
    inputSourceMap: JSON.parse(map),
    plugins: [spreadsInPureCalls, annotatePureCalls.default ?? annotatePureCalls]
  })
  const name = path.basename(file)
  await writeFile(file, `${result.code}\n//# sourceMappingURL=${name}.map\n`)
  await writeFile(`${file}.map`, JSON.stringify({ ...result.map, file: name, sourcesContent: undefined }))
}

/** TypeScript rewrites `./a.ts` to `./a.js` in JavaScript only; consumers without `.ts` imports need it here too. */
const pointToJavaScript = async (file) => {
  const code = await readFile(file, "utf8")
  await writeFile(file, code.replace(/(\b(?:from|import)\s*\(?\s*")(\.{1,2}\/[^"\n]+?)\.tsx?"/g, "$1$2.js\""))
}

/** Every module an entry point or another module names must be there. */
const missingTargets = async (files) => {
  const manifest = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"))
  const entries = Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === "string" ? [] : Object.values(entry)
  )
  const missing = entries.filter((entry) => globSync(entry, { cwd: root }).length === 0).map((entry) =>
    `${entry} (package.json)`
  )
  for (const file of files) {
    const code = (await readFile(file, "utf8")).replace(/\/\*[\s\S]*?\*\//g, "")
    for (const [, target] of code.matchAll(/\b(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"\n]+)"/g)) {
      if (!target.endsWith(".js") || !existsSync(path.join(path.dirname(file), target))) {
        missing.push(`${target} (${path.relative(root, file)})`)
      }
    }
  }
  return missing
}

await rm(dist, { recursive: true, force: true })
const tsc = path.join(root, "node_modules", "typescript", "bin", "tsc")
const compiled = spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], { cwd: root, stdio: "inherit" })
if (compiled.status !== 0) process.exit(compiled.status ?? 1)

const files = (await readdir(dist, { recursive: true })).map((file) => path.join(dist, file))
const javascript = files.filter((file) => file.endsWith(".js"))
const declarations = files.filter((file) => file.endsWith(".d.ts"))
await Promise.all([...javascript.map(annotate), ...declarations.map(pointToJavaScript)])

const missing = await missingTargets([...javascript, ...declarations])
if (missing.length > 0) {
  console.error(`The build names modules that are not in dist/:\n  ${missing.join("\n  ")}`)
  process.exit(1)
}
console.log(`dist/: ${javascript.length} modules`)
