/** Module system, TypeScript support and start command of a project's Node program. */
import { posix } from "node:path"
import { contentsOf, isOwnFile } from "./folder.ts"
import type { Package } from "./kinds.ts"

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
}

const extensionOf = (path: string): string => posix.extname(path).slice(1)

export const isTypeScript = (path: string): boolean => /^[cm]?ts$/.test(extensionOf(path))

const withoutComments = (source: string): string =>
  source.split("/*").map((part, at) => at === 0 ? part : part.slice(part.indexOf("*/") + 2)).join("")
    .split("\n").filter((line) => !line.trimStart().startsWith("//")).join("\n")

const hasImports = (source: string): boolean => /^(?:import\b(?!\s*\()|export\b)/m.test(withoutComments(source))

/**
 * Whether a module uses `require`. Its statements decide. If they don't show it, its extension and the type of its
 * package decide.
 */
export const usesRequire = ({ path, source }: Server, found: Package): boolean => {
  if (hasImports(source)) return false
  if (/\brequire\s*\(|\bmodule\.exports\b/.test(withoutComments(source))) return true
  const extension = extensionOf(path)
  return extension.startsWith("c") || (!extension.startsWith("m") && found.type !== "module")
}

/** Returns the extension for a new ES module. Node may treat `.js` and `.ts` as CommonJS. */
export const moduleExtension = (found: Package, isTyped: boolean): string =>
  `${found.type === "module" ? "" : "m"}${isTyped ? "ts" : "js"}`

/** Reads `tsconfig.json`, without the files that it extends. */
const tsconfigOf = (folder: string): string | undefined => {
  const text = contentsOf(folder, "tsconfig.json")
  return text === undefined ? undefined : withoutComments(text)
}

/** Returns the relative paths that a module imports. */
const relativeImports = (source: string): ReadonlyArray<string> =>
  [...withoutComments(source).matchAll(/\b(?:from|import|require\s*\()\s*["'](\.[^"']*)["']/g)].map(([, path]) => path!)

const isScript = /^[cm]?[jt]sx?$/

/** Returns the path with which `server` imports a module in its folder. */
export const importPath = (folder: string, server: Server, name: string): string => {
  const extension = extensionOf(server.path)
  if (!isTypeScript(server.path)) return `./${name}.${extension}`
  const own = relativeImports(server.source).map(extensionOf).find((other) => other !== "json")
  const tsconfig = tsconfigOf(folder)
  const allowsTs = tsconfig === undefined
    || /"(?:allowImportingTsExtensions|rewriteRelativeImportExtensions)"\s*:\s*true/.test(tsconfig)
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
    && relativeImports(server.source).every(isAsWritten)
    && !(isCommonJs && extensionOf(server.path) !== "mts" && hasImports(server.source))
    && !notErasable.test(withoutComments(server.source))
}

/** Matches TypeScript syntax that Node cannot strip: enums, `import =` and decorators. */
const notErasable = /^[ \t]*(?:(?:export )?(?:const )?enum\s|import \w+ =|@\w+\()/m

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
    && !("tsx" in { ...found.dependencies, ...found.devDependencies } && isTypeScript(server.path))
  const option = (name: string) =>
    RegExp(`"${name}"\\s*:\\s*"([^"]*)"`).exec(tsconfigOf(folder) ?? "")?.[1]?.toLowerCase()
  const module = option("module")
  const resolution = option("moduleResolution") ?? ""
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
