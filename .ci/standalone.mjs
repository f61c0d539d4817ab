/**
 * Bundles `latchkey/promise/standalone`: the entry `latchkey/promise` in one file that includes Effect, for programs
 * that don't use Effect themselves. Evaluating the whole contract would take up most of its import time. Therefore the
 * file has parts that run on first use: the clients, and the code that they load later.
 */
import { transform } from "esbuild"
import * as path from "node:path"
import { rolldown } from "rolldown"
import { parseAst } from "rolldown/parseAst"
import { common, form, givenBy, isOurs, nameIn, reachedBy } from "./graph.mjs"

export const standalone = "src/promise/standalone.js"

const entry = "src/promise/index.js"

/** Exports that run a part on their first call. Because they are functions, callers notice no difference. */
const creators = ["createClient", "createServer", "createAdmin"]

/** The module with the dynamic imports of `createClient`. */
const loading = "src/promise/clientFlows.js"

export const standaloneFile = async ({ graph, modules, root }) => {
  const given = givenBy(graph, entry)
  const behind = (isWanted) => [...given].filter(([exported]) => isWanted(exported)).map(([, { from }]) => from)
  const parts = Object.entries({
    main: reachedBy(graph, behind((exported) => !creators.includes(exported))),
    client: reachedBy(graph, behind((exported) => exported === "createClient")),
    later: reachedBy(graph, graph(loading).later)
  })
  const partOf = (id) => {
    const name = nameIn(modules, id)
    if (name === entry || id.includes("simplewebauthn")) return null
    if (!isOurs(name)) return "main"
    return parts.find(([, reached]) => reached.has(name))?.[0] ?? "servers"
  }
  const build = await rolldown({
    input: { entry: path.join(modules, entry) },
    ...common(root),
    platform: "browser",
    external: (id) => id.startsWith("node:")
  })
  const { output } = await build.generate({
    ...form,
    chunkFileNames: "[name].js",
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: partOf }] }
  })
  const { code } = await transform(inOneFile(output), { minify: true, format: "esm", legalComments: "none" })
  const bundled = Object.assign({}, ...output.map(({ modules }) => modules))
  return { output: [{ fileName: standalone, code, modules: bundled }] }
}

/** Chunks that run when the file is loaded, in order. The others are functions that run on first use. */
const eager = ["rolldown-runtime.js", "main.js", "entry.js"]

/** Returns the text of a file that contains all chunks and has the exports of `entry.js`. */
const inOneFile = (output) => {
  const chunks = new Map(
    output.map(({ code, fileName }, at) => [fileName, { ...partsOfChunk(code), id: `$part${at}` }])
  )
  const isEager = (file) => eager.includes(file)
  /** Returns an expression for an import. Eager chunks share the scope of the file. */
  const expressionOf = ({ file, name }) => {
    const { exports, id, imports } = chunks.get(file)
    if (!isEager(file)) return `${id}().${name}`
    const local = exports.get(name)
    return imports.has(local) ? expressionOf(imports.get(local)) : local
  }
  const withParts = (code) =>
    code.replaceAll(/\bimport\("\.\/([^"]+)"\)/g, (_, file) => `Promise.resolve().then(${chunks.get(file).id})`)
  const later = [...chunks].filter(([file]) => !isEager(file)).map(([, { body, exports, id, imports }]) => {
    const given = [...imports.values()].map(expressionOf)
    const result = [...exports].map(([name, local]) => `${name}: ${local}`)
    return `const ${id} = $once((${[...imports.keys()]}) => {\n${body}\nreturn { ${result} }\n}, () => [${given}]);`
  })
  const exported = [...chunks.get("entry.js").exports.keys()].map((name) => {
    const expression = expressionOf({ file: "entry.js", name })
    return expression.includes("(")
      ? `export const ${name} = (...given) => ${expression}(...given);`
      : `export { ${expression} as ${name} };`
  })
  return withParts([
    ...eager.map((file) => chunks.get(file)?.body),
    "const $once = (run, given) => {\nlet result;\nreturn () => result ??= run(...given());\n};",
    ...later,
    ...exported
  ].join("\n"))
}

/** Returns a chunk's imports and exports by their local names, and the other code of the chunk. */
const partsOfChunk = (code) => {
  const imports = new Map()
  const exports = new Map()
  const others = []
  for (const node of parseAst(code).body) {
    const file = node.source?.value.slice("./".length)
    if (node.type === "ImportDeclaration") {
      for (const { imported, local } of node.specifiers) imports.set(local.name, { file, name: imported.name })
    } else if (node.type === "ExportNamedDeclaration") {
      for (const { exported, local } of node.specifiers) {
        if (file !== undefined) imports.set(`$${local.name}`, { file, name: local.name })
        exports.set(exported.name, file === undefined ? local.name : `$${local.name}`)
      }
    } else {
      others.push(code.slice(node.start, node.end))
    }
  }
  return { body: others.join("\n"), exports, imports }
}
