/**
 * Two TypeScript programs for all tests that need the compiler. One emits the declarations of the sources, without
 * checking them. The other has the sources, the examples in docstrings, the programs of `test/types`, and the apps of
 * `examples/migration` as `latchkey migrate` writes them. Each is compiled once per run, for all workers, when a test
 * first needs it. Vitest's global setup.
 */
import { execFile } from "node:child_process"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { inject } from "vitest"
import type { TestProject } from "vitest/node"
import { allExamples, exampleFile, moduleOf } from "../../docs/docstringExamples.ts"
import { type App, apps, outputOf, sourcesOf } from "../../src/cli/migrate/apps.ts"
import { compilerLine } from "./compiler.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** URL of the server that compiles the programs. */
    readonly compiler: string
  }
}

const root = fileURLToPath(new URL("../../../", import.meta.url))

/**
 * The folder is inside the package, so that the modules can import the package by its name. Several runs of the tests in
 * one checkout don't share it.
 */
const folder = path.join(root, `docs/.vitepress/cache/program-${process.pid}`)

const declarationsFolder = `${folder}-declarations`

/** Apps of Next.js are compiled with its own settings, in `examples/next`. */
export const compiledApps: ReadonlyArray<App> = apps.filter((app) => app !== "next")

/** Path of a migrated file, as in {@link Compiled.errors}. */
export const migratedFile = (program: Compiled, app: App, file: string): string =>
  path.relative(root, path.join(program.folder, "migrated", app, file)).split(path.sep).join("/")

const writeMigrated = (app: App) => {
  for (const file of Object.keys(sourcesOf("before", app))) {
    const at = path.join(folder, "migrated", app, file)
    mkdirSync(path.dirname(at), { recursive: true })
    writeFileSync(at, outputOf(app, file))
  }
}

/** Result of the compiler. */
export interface Compiled {
  /** Errors by file, whose path starts at the root of the repository: position and message. */
  readonly errors: { readonly [file: string]: ReadonlyArray<{ readonly line: number; readonly message: string }> }
  /** Folder whose `dist` has the declarations of all files, and whose `examples` has a module for each docstring. */
  readonly folder: string
}

const sources = ["schemas", "layers", "src", "react"]

const writeConfig = (at: string, include: ReadonlyArray<string>, compilerOptions: object) => {
  mkdirSync(at, { recursive: true })
  writeFileSync(
    path.join(at, "tsconfig.json"),
    JSON.stringify({
      extends: path.join(root, "tsconfig.json"),
      compilerOptions: {
        noEmit: false,
        emitDeclarationOnly: true,
        declarationMap: false,
        sourceMap: false,
        rootDir: root,
        outDir: path.join(at, "dist"),
        ...compilerOptions
      },
      include,
      exclude: []
    })
  )
}

const writeProgram = () => {
  const examples = path.join(folder, "examples")
  mkdirSync(examples, { recursive: true })
  for (const example of allExamples()) writeFileSync(path.join(examples, exampleFile(example)), moduleOf(example))
  for (const app of compiledApps) writeMigrated(app)
  const others = ["test/types/mistakes.ts", "test/types/samples.ts", "examples/migration/after/**/*.d.ts"]
  writeConfig(
    folder,
    ["examples/*.tsx", "migrated/**/*", ...[...sources, ...others].map((source) => path.join(root, source))],
    // examples leave names unused
    { noUnusedParameters: false, noUnusedLocals: false }
  )
}

const compile = (folder: string): Promise<Compiled> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [...compilerLine, "-p", folder],
      { cwd: root, maxBuffer: Infinity },
      (_, stdout) => {
        const errors: { [file: string]: Array<{ readonly line: number; readonly message: string }> } = {}
        for (const each of stdout.split(/\n(?=\S)/)) {
          if (each.trim() === "") continue
          const [, file, line, message] = /^(.*?)\((\d+),\d+\): error TS\d+: ([^]*)/.exec(each) ?? []
          // without a file, the error is one of the configuration
          const list = errors[file?.split(path.sep).join("/") ?? ""] ??= []
          list.push({ line: Number(line ?? 0), message: (message ?? each).trim() })
        }
        resolve({ errors, folder })
      }
    )
  })

const programs: { readonly [url: string]: () => Promise<Compiled> } = {
  "/declarations": () => {
    writeConfig(declarationsFolder, sources.map((source) => path.join(root, source)), { noCheck: true })
    return compile(declarationsFolder)
  },
  "/program": () => {
    writeProgram()
    return compile(folder)
  }
}

const resultOf = async (program: string): Promise<Compiled> =>
  (await fetch(inject("compiler") + program)).json() as Promise<Compiled>

/** Returns the result of the compiler for the whole program. */
export const compiled = (): Promise<Compiled> => resultOf("/program")

/** Returns the result of the compiler for the declarations of the sources. Its errors are those of the emission. */
export const declarations = (): Promise<Compiled> => resultOf("/declarations")

export default async ({ provide }: TestProject) => {
  const made = new Map<string, Promise<string>>()
  const server = createServer((request, response) => {
    const url = request.url!
    const result = made.get(url) ?? programs[url]!().then((result) => JSON.stringify(result))
    made.set(url, result)
    result.then((text) => response.end(text), (error) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  provide("compiler", `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return () => {
    server.close()
    for (const each of [folder, declarationsFolder]) rmSync(each, { recursive: true, force: true })
  }
}
