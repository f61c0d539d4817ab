/** The examples of docstrings, which the site's reference shows with their output. */
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { format } from "node:util"
import { assert, beforeAll, describe, it, vi } from "vitest"
import { type Compiled, compiled } from "../support/processes/compiled.ts"
import { allExamples, exampleFile, examplesIn, moduleOf } from "./docstringExamples.ts"
import { type Setting, withSetting } from "./exampleSetting.tsx"

const examples = allExamples()

/** Returns what a module's example logs. */
const outputOf = async (program: Compiled, file: string): Promise<string> => {
  const lines: Array<string> = []
  const log = vi.spyOn(console, "log").mockImplementation((...values) => void lines.push(format(...values)))
  try {
    const module = await import(/* @vite-ignore */ pathToFileURL(path.join(program.folder, "examples", file)).href)
    await withSetting((setting: Setting) => module.default(setting))
  } finally {
    log.mockRestore()
  }
  return lines.join("\n")
}

/** Matches the output that an example shows. */
const pattern = (shown: string): RegExp =>
  new RegExp(`^${shown.split("…").map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("[^]*?")}$`)

let program: Compiled

beforeAll(async () => {
  program = await compiled()
})

describe("examples of docstrings", () => {
  it("doc comments contain 60 examples, each with 3 to 12 lines and its output", () => {
    assert.isAtLeast(examples.length, 60)
    for (const { code, name, shown } of examples) {
      const lines = code.split("\n").length
      assert.isTrue(lines >= 3 && lines <= 12, `${name} has ${lines} lines`)
      assert.notStrictEqual(shown, "", name)
    }
  })

  it("every example in a doc comment compiles", () => {
    const found = Object.entries(program.errors).filter(([file]) => /^docs\/.*\/examples\//.test(file) || file === "")

    assert.deepStrictEqual(found, [])
  })

  for (const example of examples) {
    it(`the example of ${example.name} prints the output that it shows`, async () => {
      assert.match(await outputOf(program, exampleFile(example)), pattern(example.shown))
    })
  }

  it("a doc comment's example is found with its output, and runs in Effect.gen if the example yields effects", () => {
    const source = `/**
 * Returns the user.
 *
 * @example
 * \`\`\`ts
 * import { currentUser } from "latchkey"
 *
 * const user = yield* currentUser.get()
 * console.log(user?.id) // 7
 * \`\`\`
 */
export const get = 1
`
    const [example, ...others] = examplesIn("users.ts", source)

    assert.deepStrictEqual(others, [])
    assert.strictEqual(example!.name, "users.ts get")
    assert.strictEqual(example!.shown, "7")
    assert.include(moduleOf(example!), "await run($Effect.gen(function*() {\nconst user = yield* currentUser.get()")
  })
})
