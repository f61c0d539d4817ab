/** Declarations of the back-end entries, in a program without the DOM library. docs/laws.md types-2. */
import { execFileSync } from "node:child_process"
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "vitest"
import { compilerLine } from "../support/processes/compiler.ts"

const root = path.resolve(import.meta.dirname, "../..")

/** Entries for pages, apps and their tests. All others can be used in back ends. */
const ofPages = /^\.\/(?:react|native|atom|promise\/standalone)(?:[/.]|$)|\.css$|package\.json/

const exported: { readonly [entry: string]: { readonly "latchkey-source"?: string } } = JSON.parse(
  readFileSync(path.join(root, "package.json"), "utf8")
).exports

const entries = Object.entries(exported).flatMap(([entry, { "latchkey-source": source }]) =>
  source === undefined || ofPages.test(entry) ? [] : globSync(source, { cwd: root })
)

/** Runs the compiler, and returns its messages. */
const compile = (folder: string, files: ReadonlyArray<string>, options: object): ReadonlyArray<string> => {
  const config = path.join(folder, "tsconfig.json")
  writeFileSync(
    config,
    JSON.stringify({ extends: path.join(root, "tsconfig.json"), compilerOptions: options, files, include: [] })
  )
  try {
    execFileSync(process.execPath, [...compilerLine, "-p", config], { cwd: root, encoding: "utf8" })
    return []
  } catch (error) {
    return (error as { readonly stdout: string }).stdout.split("\n").filter((line) => line.includes("error TS"))
  }
}

describe("the declarations of the back-end entries", () => {
  it("types-2: the declarations of the back-end entries need no DOM library, only the types of Node", () => {
    const cache = path.join(root, "node_modules/.cache/latchkey")
    mkdirSync(cache, { recursive: true })
    const folder = mkdtempSync(path.join(cache, "declarations-"))
    const quiet = { declarationMap: false, sourceMap: false, typeRoots: [path.join(root, "node_modules/@types")] }
    try {
      const sources = entries.map((entry) => path.join(root, entry))
      const emitted = compile(folder, sources, {
        ...quiet,
        noEmit: false,
        emitDeclarationOnly: true,
        rootDir: root,
        outDir: folder
      })
      const problems = compile(folder, entries.map((entry) => path.join(folder, entry.replace(/\.ts$/, ".d.ts"))), {
        ...quiet,
        declaration: false,
        lib: ["ES2023"],
        types: ["node"],
        customConditions: [],
        skipLibCheck: false
      })

      assert.isAbove(entries.length, 50)
      assert.deepStrictEqual(emitted, [])
      // effect's own declarations aren't ours
      assert.deepStrictEqual(problems.filter((line) => !line.startsWith("node_modules/effect/")), [])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
