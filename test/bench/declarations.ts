/**
 * Emits the declarations of a project that exports the parameters and results of every function of every entry. Fails
 * if TypeScript can't name a type (TS2883, TS4023), or names it through another entry. Such a type must be exported
 * from the entry that has it in a signature. Part of `npm run prove package`.
 */
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import manifest from "../../package.json" with { type: "json" }
import { build, type Consumer, entries, root, withConsumer } from "./dist.ts"

const compilerOptions = {
  target: "ES2022",
  module: "NodeNext",
  lib: ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  composite: true,
  emitDeclarationOnly: true,
  outDir: "emitted"
}

/**
 * Type-level helper: yields the parameters and the result of a function's last overload, or the type of any other
 * value.
 */
const given = [
  "declare function given<Args extends ReadonlyArray<any>, A>(call: (...args: Args) => A): [Args, A]",
  "declare function given<A>(value: A): A"
]

/** Options that create an object of functions. No request is sent. */
const example = { projectId: "internal" }

const isRecord = (value: unknown, prototype: object | null): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === prototype

const isClass = (value: unknown): value is object => typeof value === "function" && /^class\b/.test(String(value))

/** Returns the expression for each function and value below a name, except constructors. */
const waysTo = (name: string, value: unknown, space: object | null): ReadonlyArray<string> =>
  isRecord(value, space)
    ? Object.entries(value).flatMap(([member, each]) => waysTo(`${name}.${member}`, each, space))
    : isClass(value)
    ? Object.entries(value).flatMap(([member, each]) => typeof each === "function" ? [`${name}.${member}`] : [])
    : [name]

/** Returns one file per name, because other imports of a file help TypeScript to name types. */
const fileOf = (entry: string, name: string, value: unknown): ReadonlyArray<string> => {
  // the client of `latchkey/native` is the client of `latchkey/promise`, with the types of that entry
  const makes = typeof value === "function" && entry !== "latchkey/native"
    && /^create(?:Client|Server|Admin)$/.test(name)
  const ways = makes ? waysTo("made", value(example), Object.prototype) : waysTo(name, value, null)
  return ways.length === 0 ? [] : [
    `import { ${name} } from "${entry}"`,
    ...given,
    makes ? `export const made = ${name}(${JSON.stringify(example)})` : "",
    ...ways.map((way, index) => `export const given${index} = given(${way})`)
  ]
}

interface File {
  readonly entry: string
  readonly lines: ReadonlyArray<string>
}

const filesOf = async (entry: string): Promise<ReadonlyArray<File>> => {
  const target = Object.entries(manifest.exports).find(([name]) => path.posix.join(manifest.name, name) === entry)?.[1]
  if (typeof target !== "object") throw new Error(`${entry} is not in package.json`)
  const module: object = await import(pathToFileURL(path.join(root, target.default)).href)
  return Object.entries(module).map(([name, value]) => ({ entry, lines: fileOf(entry, name, value) }))
    .filter(({ lines }) => lines.length > 0)
}

/** Parses TypeScript's errors, with the source line of each. */
const refusals = (files: ReadonlyArray<File>, output: string): ReadonlyArray<string> =>
  [...output.matchAll(/^(?:(\d+)\.ts\((\d+),\d+\): )?error (.*)$/gm)].map(([, file, line, error]) => {
    const { entry, lines } = files[Number(file)] ?? {}
    return `${entry}: ${lines?.[Number(line) - 1]}: ${error}`
  })

/** Finds types of the package that TypeScript named through another entry, which a project may not import. */
const detours = ({ entry, lines }: File, declarations: string): ReadonlyArray<string> =>
  [...declarations.matchAll(/import\("(latchkey[^"]*)"\)\.(\w+)/g)]
    .filter(([, from]) => from !== entry && !/^latchkey\/(?:endpoints|layers)\//.test(from!))
    .map(([, from, type]) => `${entry}: ${lines[0]}: the type ${type} is exported by ${from} only`)

const faultsIn = async ({ folder, write }: Consumer): Promise<ReadonlyArray<string>> => {
  const files = (await Promise.all(entries.map(filesOf))).flat()
  const written = files.map(({ lines }, index) => write(`${index}.ts`, `${lines.join("\n")}\n`))
  const project = write("tsconfig.json", JSON.stringify({ compilerOptions, files: written }))
  const tsc = path.join(root, "node_modules/typescript/bin/tsc")
  const { stdout } = spawnSync(process.execPath, [tsc, "-p", project, "--singleThreaded"], {
    cwd: folder,
    encoding: "utf8"
  })
  const refused = refusals(files, stdout)
  if (refused.length > 0) return refused
  return files.flatMap((file, index) =>
    detours(file, readFileSync(path.join(folder, "emitted", `${index}.d.ts`), "utf8"))
  )
}

build()
const faults = new Set(await withConsumer(faultsIn))
for (const fault of faults) console.error(fault)
process.exitCode = faults.size === 0 ? 0 : 1
