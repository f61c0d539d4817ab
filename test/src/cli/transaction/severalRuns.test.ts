/** Several runs of `latchkey init` and `latchkey migrate` in one project, the user's edits, and undos in any order. */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { type Command, commit, OtherCommand, undo, type Undone } from "../../../../src/cli/transaction/index.ts"

const command = Schema.Literals(["init", "migrate"])
const file = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 }))

const steps = Schema.Array(Schema.Union([
  Schema.TaggedStruct("Run", { command, file, isNew: Schema.Boolean }),
  Schema.TaggedStruct("Edit", { file }),
  Schema.TaggedStruct("Undo", { command })
])).check(Schema.isMaxLength(12))

/** A project with three files, and the functions that change it. */
const project = () => {
  const folder = mkdtempSync(path.join(tmpdir(), "latchkey-runs-"))
  const at = (name: string) => path.join(folder, name)
  for (const name of ["0.js", "1.js", "2.js"]) writeFileSync(at(name), `${name}\n`)
  let made = 0
  return {
    remove: () => rmSync(folder, { recursive: true }),
    contents: (): { readonly [name: string]: string } =>
      Object.fromEntries(
        readdirSync(folder).filter((name) => statSync(at(name)).isFile()).sort()
          .map((name) => [name, readFileSync(at(name), "utf8")])
      ),
    /** Inserts text at the begin of a file or, as only `migrate` does, replaces its first character. */
    run: (command: Command, file: number, isNew: boolean) => {
      const before = readFileSync(at(`${file}.js`), "utf8")
      const text = `<${made++}>`
      const gone = command === "migrate" ? before.slice(0, 1) : ""
      commit(folder, command, [
        {
          path: `${file}.js`,
          before: Buffer.from(before),
          after: Buffer.from(text + before.slice(gone.length)),
          inserted: [command === "migrate" ? [0, text.length, gone] : [0, text.length]]
        },
        ...isNew ? [{ path: `new${made}.js`, after: Buffer.from(text), inserted: [] }] : []
      ])
    },
    edit: (file: number) => {
      const name = at(`${file}.js`)
      writeFileSync(name, `${readFileSync(name, "utf8")}{edit ${made++}}`)
    },
    undo: (command: Command): Undone | OtherCommand | undefined => {
      try {
        return undo(folder, command)
      } catch (error) {
        if (error instanceof OtherCommand) return error
        throw error
      }
    }
  }
}

const editsIn = (contents: { readonly [name: string]: string }): ReadonlyArray<string> =>
  Object.values(contents).flatMap((text) => text.match(/\{edit \d+\}/g) ?? [])

describe("runs of several commands", () => {
  it.prop(
    "M9, migrate-7: the undo of a command restores the files of its last run, unless another command ran since",
    [steps],
    ([steps]) => {
      const { contents, remove, run, undo } = project()
      const first = contents()
      const runs: Array<{ readonly command: Command; readonly before: ReturnType<typeof contents> }> = []
      for (const step of steps) {
        if (step._tag === "Edit") continue
        const before = contents()
        if (step._tag === "Run") {
          run(step.command, step.file, step.isNew)
          runs.push({ command: step.command, before })
          continue
        }
        const undone = undo(step.command)
        const last = runs.at(-1)
        if (last === undefined) assert.isUndefined(undone)
        else if (last.command === step.command) {
          runs.pop()
          assert.deepInclude(undone, { kept: [], next: runs.at(-1)?.command })
          assert.deepStrictEqual(contents(), last.before)
        } else {
          const isBelow = runs.some(({ command }) => command === step.command)
          assert.deepInclude(undone, { _tag: "OtherCommand", last: last.command, isBelow })
          assert.deepStrictEqual(contents(), before)
        }
      }
      for (const { command } of runs.toReversed()) undo(command)
      assert.deepStrictEqual(contents(), first)
      remove()
    }
  )

  it.prop("M9, migrate-7: an undo changes no file that was edited since", [steps], ([steps]) => {
    const { contents, edit, remove, run, undo } = project()
    for (const step of steps) {
      const before = contents()
      if (step._tag === "Run") run(step.command, step.file, step.isNew)
      else if (step._tag === "Edit") edit(step.file)
      else {
        const undone = undo(step.command)
        assert.includeMembers([...editsIn(contents())], [...editsIn(before)])
        const touched = undone === undefined || "_tag" in undone ? [] : [...undone.restored, ...undone.removed]
        const kept = Object.entries(before).filter(([name]) => !touched.includes(name))
        for (const [name, text] of kept) assert.strictEqual(contents()[name], text)
      }
    }
    remove()
  })
})
