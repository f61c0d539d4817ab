/**
 * Reads the declarations of every module. The declarations in `dist` are not suitable, because they are bundled: they
 * lack the comments of modules and the places of declarations.
 */
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import * as path from "node:path"
import { Project, ts } from "ts-morph"
import manifest from "../../../../package.json" with { type: "json" }
import { docs, root } from "../pages.ts"

const types = path.join(docs, ".vitepress/cache/declarations/")

/** An entry of the package and its module. */
export interface Entry {
  /** Import path, such as `latchkey/react`. */
  readonly name: string
  /** Source file, relative to the root. */
  readonly source: string
  readonly module: ts.SourceFile
}

const entrySources = Object.entries(manifest.exports).flatMap(([entry, target]) =>
  typeof target === "string" || !("latchkey-source" in target) || entry.includes("*")
    ? []
    : [{ name: path.posix.join(manifest.name, entry), source: target["latchkey-source"].slice(2) }]
)

export const declarationsOf = (source: string): string => path.join(types, source.replace(/\.tsx?$/, ".d.ts"))

/** Returns the modification time of the newest file in a folder. */
const changed = (folder: string): number =>
  Math.max(
    0,
    ...readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .map((file) => statSync(path.join(root, folder, file)).mtimeMs)
  )

/** Compiles the declarations if they are older than the sources. */
export const buildDeclarations = (): void => {
  const sources = Math.max(...["schemas", "layers", "src", "react"].map(changed))
  const built = path.join(types, "src/index.d.ts")
  if (existsSync(built) && statSync(built).mtimeMs > sources) return
  const { status } = spawnSync(
    process.execPath,
    ["node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json", "--emitDeclarationOnly", "--outDir", types],
    { cwd: root, stdio: "inherit" }
  )
  if (status !== 0) throw new Error("The declarations could not be compiled. See the output above.")
}

/** Reads the compiled declarations. */
export const readProgram = (): {
  readonly checker: ts.TypeChecker
  readonly entries: ReadonlyArray<Entry>
  readonly sourceFile: (file: string) => ts.SourceFile
} => {
  const project = new Project({
    compilerOptions: {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      noEmit: true,
      types: ["node"]
    }
  })
  project.addSourceFilesAtPaths(entrySources.map(({ source }) => declarationsOf(source)))
  project.resolveSourceFileDependencies()
  const program = project.getProgram().compilerObject
  const sourceFile = (file: string): ts.SourceFile => {
    const found = program.getSourceFile(file)
    if (found === undefined) throw new Error(`${file} is missing from the declarations`)
    return found
  }
  return {
    checker: program.getTypeChecker(),
    sourceFile,
    entries: entrySources.map((entry) => ({ ...entry, module: sourceFile(declarationsOf(entry.source)) }))
  }
}

/** Returns the source file of a declaration, relative to the root; `undefined` for other packages. */
export const sourceOf = (declaration: ts.Node): string | undefined => {
  const file = declaration.getSourceFile().fileName
  if (!file.startsWith(types)) return undefined
  const module = file.slice(types.length).replace(/\.d\.ts$/, "")
  return [`${module}.ts`, `${module}.tsx`].find((source) => existsSync(path.join(root, source)))
}

const texts = new Map<string, ReadonlyArray<string>>()

/** Returns the line of a declaration in its source file, starting at 1. */
export const lineOf = (source: string, name: string): number | undefined => {
  const lines = texts.get(source) ?? readFileSync(path.join(root, source), "utf8").split("\n")
  texts.set(source, lines)
  const declared = new RegExp(`^export (?:declare |abstract )*(?:const|function|class|interface|type) ${name}\\b`)
  const at = lines.findIndex((line) => declared.test(line))
  return at < 0 ? undefined : at + 1
}
