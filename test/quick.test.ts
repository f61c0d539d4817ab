/** `npm run test:quick` takes only a short time. */
import { existsSync } from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "vitest"
import { filesIn, root, textOf } from "./docs/sources.ts"
import { slow } from "./support/suite/slow.ts"

/** Modules that start processes or bundle programs. */
const heavy = /^(?:node:child_process|esbuild|playwright-core|rolldown|vite)$/

/** Returns the modules that a test file imports, directly or through support files. */
const modulesOf = (file: string, seen = new Set<string>()): ReadonlyArray<string> => {
  if (seen.has(file)) return []
  seen.add(file)
  return [...textOf(file).matchAll(/^(?:import|export|\}) (?!type )(?:[^"\n]*from )?"([^"\n]+)"$/gm)].flatMap(
    ([, to]) => {
      const target = path.posix.join(path.posix.dirname(file), to!)
      return to!.startsWith(".") && /^test\/.*\.tsx?$/.test(target) && existsSync(path.join(root, target))
        ? modulesOf(target, seen)
        : [to!]
    }
  )
}

const files = ["test", "examples"].flatMap((folder) => filesIn(folder, /\.test\.tsx?$/))
const isSlow = (file: string) =>
  file.startsWith("test/browser/") || slow.some((pattern) => path.matchesGlob(file, pattern))

describe("the quick tests", () => {
  it("the quick tests start no process, browser or bundler", () => {
    const quick = files.filter((file) => !isSlow(file))

    assert.isAbove(quick.length, 150)
    assert.deepStrictEqual(quick.filter((file) => modulesOf(file).some((name) => heavy.test(name))), [])
  })

  it("the quick tests exclude only existing files", () => {
    assert.deepStrictEqual(slow.filter((pattern) => !files.some((file) => path.matchesGlob(file, pattern))), [])
  })
})
