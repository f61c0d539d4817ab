/** Names the files of `dist/` after the source files that they hold, and their parts too. */
import { existsSync, statSync } from "node:fs"
import * as path from "node:path"
import { nameIn } from "./graph.mjs"

/** End of a chunk's name, until it is known whether its main module is also an entry. */
const OWN = ".own.js"

/** First line of client components. */
const directive = "\"use client\";\n"

/** Names a chunk after its largest module, except entries of the package, which have their own files. */
export const largestModule = (names, { entries, modules }) => {
  const sizeOf = (name) => statSync(path.join(modules, name)).size
  const [largest] = names.filter((name) => !entries.includes(name)).toSorted((one, other) =>
    sizeOf(other) - sizeOf(one) || (one < other ? -1 : 1)
  )
  return largest.replace(/\.js$/, OWN)
}

/**
 * Gives chunks the names of their modules. An entry that only exports such a module is left out, because the module's
 * chunk takes its place, and its directive. Chunks without code are left out too.
 */
export const withSourceNames = (output) => {
  const named = new Map(output.map((chunk) => [chunk.fileName, chunk]))
  const empty = output.filter(({ exports, isEntry, isDynamicEntry, modules }) =>
    !isEntry && !isDynamicEntry && exports.length === 0
    && Object.values(modules).every(({ renderedLength }) => renderedLength === 0)
  ).map(({ fileName }) => fileName)
  const left = new Set(empty)
  const clients = new Set()
  for (
    const { exports, fileName } of output.filter(({ fileName }) => fileName.endsWith(OWN) && !empty.includes(fileName))
  ) {
    const entry = fileName.replace(OWN, ".js")
    const facade = named.get(entry)
    if (facade === undefined) continue
    const isFacade = facade.imports.includes(fileName) && facade.imports.length === 1 && facade.moduleIds.length === 0
    if (!isFacade || facade.exports.some((name) => !exports.includes(name))) {
      throw new Error(`${entry} and the chunk of its module would have the same name`)
    }
    left.add(entry)
    if (facade.code.startsWith(directive)) clients.add(fileName)
  }
  return output.filter(({ fileName }) => !left.has(fileName)).map((chunk) => ({
    ...chunk,
    fileName: chunk.fileName.replace(OWN, ".js"),
    code: (clients.has(chunk.fileName) ? directive : "") + withoutImports(chunk, left).replaceAll(`${OWN}"`, ".js\"")
  }))
}

const withoutImports = ({ code, fileName }, left) =>
  code.replaceAll(
    /^import "([^"]+)";\n/gm,
    (line, from) => left.has(path.posix.join(path.posix.dirname(fileName), from)) ? "" : line
  )

/**
 * Replaces the names of compiled modules in the bundler's comments with the names of their sources. If the build moved a
 * declaration into its own module, its name follows: `// schemas/errors/users.ts: UserNotFound`.
 */
export const withSourceComments = (code, { modules, root }) => {
  const sourceOf = (name) => [".ts", ".tsx"].map((end) => name + end).find((each) => existsSync(path.join(root, each)))
  return code.replaceAll(/^\/\/ (\.build\/\S+)\.js(?:\?\S+)?$/gm, (_, file) => {
    const name = nameIn(modules, path.join(root, file))
    const source = sourceOf(name)
    if (source !== undefined) return `// ${source}`
    const isOfSchemas = name.endsWith(".schemas")
    const declaring = sourceOf(isOfSchemas ? name.replace(/\.schemas$/, "") : path.posix.dirname(name))
    if (declaring === undefined) return `// compiled contract: ${name}`
    return `// ${declaring}: ${isOfSchemas ? "schemas" : path.posix.basename(name)}`
  })
}
