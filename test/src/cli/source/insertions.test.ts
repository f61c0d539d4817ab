/** Insertions: their inverse, and the difference that shows them. */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { decoded, diffOf, insertedBytes, type Insertion, withInsertions } from "../../../../src/cli/source/index.ts"
import { withoutBytes } from "../../../../src/cli/transaction/bytes.ts"

const piece = Schema.Literals(["a", "", "\n", "\r\n", "ü", "\u{1f511}", "same", "\t", "\ufeff", " "])
const places = Schema.Array(Schema.Tuple([Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60 })), piece]))

/** Places between characters, because an insertion never splits a pair of surrogates. */
const insertionsIn = (text: string, at: ReadonlyArray<readonly [number, string]>): ReadonlyArray<Insertion> => {
  const starts = [...text].reduce<Array<number>>((all, character) => [...all, all.at(-1)! + character.length], [0])
  return at.map(([place, text]) => ({ at: starts[place % starts.length]!, text }))
}

describe("insertions", () => {
  it.prop(
    "M8: removing the inserted bytes restores a file byte for byte",
    [Schema.Array(piece), places],
    ([pieces, at]) => {
      const text = pieces.join("")
      const insertions = insertionsIn(text, at)
      const after = Buffer.from(withInsertions(text, insertions))

      assert.deepStrictEqual(Buffer.from(withoutBytes(after, insertedBytes(text, insertions))), Buffer.from(text))
    }
  )

  it.prop(
    "M8: the difference shows every line of both versions, in order",
    [Schema.Array(piece), places],
    ([pieces, at]) => {
      const text = pieces.join("")
      const insertions = insertionsIn(text, at)
      const after = withInsertions(text, insertions)
      const shown = diffOf(text, insertions, 1000).split("\n")
      const lines = (text: string) => (text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+/g) ?? []).map((line) => line.trim())
      const marked = (marks: string) =>
        shown.filter((line) => marks.includes(line[0] ?? " ") && shown.join("") !== "").map((line) =>
          line.slice(1).trim()
        )
      const isShown = shown.some((line) => /^[+-]/.test(line))

      if (isShown) {
        assert.deepStrictEqual(marked(" +"), lines(after))
        assert.deepStrictEqual(marked(" -"), lines(text))
      } else assert.strictEqual(after.replace(/[\r\n]/g, ""), text.replace(/[\r\n]/g, ""))
    }
  )

  it("text in an encoding other than UTF-8 isn't decoded", () => {
    assert.isUndefined(decoded(Buffer.from("gr\xfcn", "latin1")))
    assert.isUndefined(decoded(Buffer.from("KEY=1", "utf16le")))
    assert.isUndefined(decoded(Buffer.from([0xed, 0xa0, 0x80])))
    assert.strictEqual(decoded(Buffer.from("\ufeffgrün")), "\ufeffgrün")
  })
})
