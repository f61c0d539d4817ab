/** Declarations of the back-end entries, in a program without the DOM library. docs/laws.md types-2. */
import { execFileSync } from "node:child_process"
import { globSync, readFileSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "vitest"
import { declarations } from "../support/processes/compiled.ts"
import { compilerLine } from "../support/processes/compiler.ts"

const root = path.resolve(import.meta.dirname, "../..")

/**
 * Sources of entries for pages, apps and their tests, and for frameworks of React, whose types declare some names of the
 * DOM. All others can be used in back ends.
 */
const ofPages = /^\.\/(?:react|src\/(?:native|atom))\b/

const exported: { readonly [entry: string]: { readonly "latchkey-source"?: string } } = JSON.parse(
  readFileSync(path.join(root, "package.json"), "utf8")
).exports

const entries = Object.values(exported).flatMap(({ "latchkey-source": source }) =>
  source === undefined || ofPages.test(source) ? [] : globSync(source, { cwd: root })
)

/** Compiles declarations without the DOM library, and returns the compiler's messages. */
const problemsIn = (folder: string, files: ReadonlyArray<string>): ReadonlyArray<string> => {
  const config = path.join(folder, "withoutDom.json")
  const compilerOptions = {
    declaration: false,
    declarationMap: false,
    sourceMap: false,
    typeRoots: [path.join(root, "node_modules/@types")],
    lib: ["ES2023"],
    types: ["node"],
    customConditions: [],
    skipLibCheck: false
  }
  writeFileSync(
    config,
    JSON.stringify({ extends: path.join(root, "tsconfig.json"), compilerOptions, files, include: [] })
  )
  try {
    execFileSync(process.execPath, [...compilerLine, "-p", config], { cwd: root, encoding: "utf8" })
    return []
  } catch (error) {
    return (error as { readonly stdout: string }).stdout.split("\n").filter((line) => line.includes("error TS"))
  }
}

describe("the declarations of the back-end entries", () => {
  it("types-2: the declarations of the back-end entries need no DOM library, only the types of Node", async () => {
    const { folder } = await declarations()

    const problems = problemsIn(
      folder,
      entries.map((entry) => path.join(folder, "dist", entry.replace(/\.ts$/, ".d.ts")))
    )

    assert.isAbove(entries.length, 50)
    // effect's own declarations aren't ours
    assert.deepStrictEqual(problems.filter((line) => !line.startsWith("node_modules/effect/")), [])
  })
})
