/** Module system, TypeScript support and start command of a project's Node program. */
import { posix } from "node:path"
import { contentsOf, dependsOn, isOwnFile, type Package } from "../project/index.ts"
import {
  importedBy,
  isCommonJs,
  isEsModule,
  type Module,
  moduleOf,
  type Node as SyntaxNode,
  withComments
} from "../source/index.ts"

/** Node that runs the project. */
export interface Node {
  readonly version: string
  /** Whether `node file.ts` works without a flag. */
  readonly runsTypeScript: boolean
  /** Whether `require` loads ES modules. */
  readonly requiresModules: boolean
}

export const currentNode: Node = {
  version: process.versions.node,
  // the value is "strip" in Node 22.18, 23.6 and 24, and missing in Node 20
  runsTypeScript: (process.features as { readonly typescript?: string | false }).typescript !== undefined
    && process.features.typescript !== false,
  requiresModules: (process.features as { readonly require_module?: boolean }).require_module === true
}

/** Whether a version of Node is at least `major.minor`. */
export const isAtLeast = (version: string, major: number, minor: number): boolean => {
  const [ownMajor = 0, ownMinor = 0] = version.split(".").map(Number)
  return ownMajor > major || (ownMajor === major && ownMinor >= minor)
}

/** An existing file that a new module goes next to. */
export interface Server {
  readonly path: string
  readonly source: string
  /** `undefined` if the file has syntax errors. */
  readonly module: Module | undefined
}

/** Parses a server's file. */
export const serverOf = (path: string, source: string): Server => ({ path, source, module: moduleOf(path, source) })

const extensionOf = (path: string): string => posix.extname(path).slice(1)

export const isTypeScript = (path: string): boolean => /^[cm]?ts$/.test(extensionOf(path))

const hasImports = ({ module }: Server): boolean => module !== undefined && isEsModule(module)

/**
 * Whether a module uses `require`. Its statements decide. If they use neither module system, its extension and the type
 * of its package decide.
 */
export const usesRequire = (server: Server, found: Package): boolean => {
  if (hasImports(server)) return false
  if (server.module !== undefined && isCommonJs(server.module)) return true
  const extension = extensionOf(server.path)
  return extension.startsWith("c") || (!extension.startsWith("m") && found.type !== "module")
}

/** Returns the extension for a new ES module. Node may treat `.js` and `.ts` as CommonJS. */
export const moduleExtension = (found: Package, isTyped: boolean): string =>
  `${found.type === "module" ? "" : "m"}${isTyped ? "ts" : "js"}`

/**
 * Returns an option of the compiler, in lower case if it is a string. Follows `extends` within the project's folder,
 * and reads each file once. Without a readable `tsconfig.json`, no option is set.
 */
const compilerOption = (
  folder: string,
  name: string,
  file = "tsconfig.json",
  seen: Set<string> = new Set()
): unknown => {
  if (seen.has(file) || seen.size >= 50) return undefined
  seen.add(file)
  const config = withComments(contentsOf(folder, file) ?? "") as Config | null | undefined
  const own = config?.compilerOptions?.[name]
  if (own !== undefined) return typeof own === "string" ? own.toLowerCase() : own
  const above = [config?.extends].flat().filter((each) => typeof each === "string" && each.startsWith("."))
  // the last extended file takes precedence
  for (const each of above.toReversed()) {
    const path = posix.join(posix.dirname(file), String(each))
    const value = compilerOption(folder, name, path.endsWith(".json") ? path : `${path}.json`, seen)
    if (value !== undefined) return value
  }
  return undefined
}

interface Config {
  readonly extends?: unknown
  readonly compilerOptions?: { readonly [name: string]: unknown }
}

/** Returns the relative paths that a module imports. */
export const relativeImports = ({ module }: Server): ReadonlyArray<string> =>
  module === undefined ? [] : importedBy(module).filter((source) => source.startsWith("."))

const isScript = /^[cm]?[jt]sx?$/

/** Returns the path with which `server` imports a module in its folder. */
export const importPath = (folder: string, server: Server, name: string): string => {
  const extension = extensionOf(server.path)
  if (!isTypeScript(server.path)) return `./${name}.${extension}`
  const own = relativeImports(server).map(extensionOf).find((other) => other !== "json")
  const allowsTs = contentsOf(folder, "tsconfig.json") === undefined
    || ["allowImportingTsExtensions", "rewriteRelativeImportExtensions"].some((option) =>
      compilerOption(folder, option) === true
    )
  return own !== undefined && !isScript.test(own)
    ? `./${name}`
    : own?.includes("ts") === true || (own === undefined && allowsTs)
    ? `./${name}.${extension}`
    : `./${name}.${extension.replace("ts", "js")}`
}

/** Whether Node can run `server` without a tool after `server` was changed to import the new module at `added`. */
const isRunByNode = (
  folder: string,
  server: Server,
  added: string | undefined,
  found: Package,
  node: Node
): boolean => {
  if (!isTypeScript(server.path)) return true
  const isAsWritten = (path: string) => isOwnFile(folder, posix.join(posix.dirname(server.path), path))
  const isCommonJs = extensionOf(server.path) === "cts" || found.type === "commonjs"
  return node.runsTypeScript
    && (added === undefined || extensionOf(added) === extensionOf(server.path))
    && relativeImports(server).every(isAsWritten)
    && !(isCommonJs && extensionOf(server.path) !== "mts" && hasImports(server))
    && server.module?.nodes.some(isNotErasable) !== true
}

/** Whether Node cannot strip the syntax: enums, namespaces, `import =`, `export =`, parameter properties, decorators. */
const isNotErasable = (node: SyntaxNode): boolean =>
  /^(?:TSImportEqualsDeclaration|TSExportAssignment|TSParameterProperty|Decorator)$/.test(node.type)
  || (/^(?:TSEnumDeclaration|TSModuleDeclaration)$/.test(node.type) && node["declare"] !== true)

/** Program that starts a source file. */
export interface Runner {
  /** `tsx` if Node cannot run the file itself. */
  readonly program: "node" | "tsx"
  /** Warnings about this Node, each with a fix. */
  readonly notes: ReadonlyArray<string>
}

/** Returns the program that can start `server` after `server` was changed to import the new module at `added`. */
export const runnerOf = (
  folder: string,
  server: Server,
  added: string | undefined,
  found: Package,
  node: Node
): Runner => {
  const byNode = isRunByNode(folder, server, added, found, node)
    && !(dependsOn(found)("tsx") && isTypeScript(server.path))
  const module = compilerOption(folder, "module")
  const resolution = String(compilerOption(folder, "moduleResolution") ?? "")
  return {
    program: byNode ? "node" : "tsx",
    notes: [
      ...(isTypeScript(server.path) && !node.runsTypeScript
        ? [`Node ${node.version} cannot run TypeScript, so tsx runs it. Node 22.18 and newer can.`]
        : []),
      ...(usesRequire(server, found) && !node.requiresModules
        ? [
          `${server.path} loads latchkey with require(), which Node ${node.version} cannot do for ES modules. `
          + "Update Node to 20.19, 22.12 or newer."
        ]
        : []),
      ...(isTypeScript(server.path) && module === "commonjs"
        ? [
          "Set \"module\": \"nodenext\" in tsconfig.json: with \"commonjs\", tsc cannot find latchkey's entries."
        ]
        : isTypeScript(server.path) && ["node", "node10", "classic"].includes(resolution)
        ? [
          `Remove "moduleResolution": "${resolution}" from tsconfig.json and set "module": "nodenext": without it, tsc cannot find `
          + "latchkey's entries."
        ]
        : [])
    ]
  }
}

/** Returns warnings about a Node that is too old for Latchkey or for packages often used with it. */
export const notesOnNode = ({ version }: Node): ReadonlyArray<string> =>
  !isAtLeast(version, 20, 16)
    ? [`Latchkey needs Node 20.16 or newer, and this is Node ${version}. Update Node.`]
    : isAtLeast(version, 22, 19)
    ? []
    : [
      `On Node ${version}: ${
        isAtLeast(version, 22, 12)
          ? ""
          : "for tests, install vitest@4 (vitest 5 and @effect/vitest need Node 22.12); "
      }@effect/platform-node 4.1, the version that fits effect 4.1, needs Node 22.19.`
    ]

/** Returns warnings about a Node that is too old for Vite. */
export const notesOnVite = ({ version }: Node): ReadonlyArray<string> =>
  isAtLeast(version, 22, 12) || (isAtLeast(version, 20, 19) && !isAtLeast(version, 21, 0))
    ? []
    : [`Vite 7 and newer need Node 20.19 or 22.12, and this is Node ${version}. Update Node.`]

/** Returns the version of Vitest for a Node. Vitest 5 needs Node 22.12. */
export const vitestFor = ({ version }: Node): string => isAtLeast(version, 22, 12) ? "vitest" : "vitest@4"
