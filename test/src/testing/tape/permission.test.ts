/** A tape keeps only what the contract declares to be harmless. docs/laws.md W1, tape-1, tape-2. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Tape } from "../../../../src/testing/index.ts"
import { conceal } from "../../../../src/testing/tape/conceal.ts"
import { runs } from "../../../support/suite/properties.ts"
import { encodings, exchange, partsOf, pick, places, random, seedOf, values } from "./plants.ts"

const Names = <A extends object>(table: A) => Schema.Literals(Object.keys(table))

/** Finds a value in a string, in any encoding. */
const shownIn = (text: string, value: string): ReadonlyArray<string> => {
  const spelled = Object.entries(encodings).flatMap(([, encode]) => partsOf(value).map((part) => encode(part, () => 0)))
  const lower = text.toLowerCase()
  return [...new Set(spelled)].filter((each) =>
    /^\d+$/.test(each)
      ? new RegExp(`(?<![\\d.])${each}(?![\\d.])`).test(text)
      : lower.includes(each.toLowerCase()) || lower.includes(JSON.stringify(each).slice(1, -1).toLowerCase())
  )
}

describe("tape-1: a tape keeps only permitted values", () => {
  it.effect.prop(
    "tape-1: no secret and no personal data reaches a tape or its test, in any place and encoding",
    { kind: Names(values), first: Names(encodings), second: Names(encodings), place: Names(places), seed: Schema.Int },
    ({ first, kind, place, second, seed }) =>
      Effect.sync(() => {
        const next = random(seedOf(`${kind} ${first} ${second} ${place} ${seed}`))
        const value = values[kind]!(next)
        const once = encodings[first]!(value, next)
        const text = next() < 0.5 ? once : encodings[second]!(once, next)
        const sent = [exchange(places[place]!(text, next)), exchange(places[place]!(text, next))]

        const tape = conceal(sent)

        const shown = [Tape.stringify(tape), Tape.toTest(tape)].flatMap((written) => shownIn(written, value))
        assert.deepStrictEqual(shown, [], `${kind} ${first}, ${second}, in ${place}`)
        assert.notInclude(Tape.stringify(tape), JSON.stringify(text).slice(1, -1))
      }),
    { arbitrary: { runs: runs(1500) } }
  )

  it("tape-1: every kind of value is replaced in every place", () => {
    const shown: Array<string> = []
    for (const [place, put] of Object.entries(places)) {
      for (const [kind, valueOf] of Object.entries(values)) {
        const next = random(seedOf(`${kind} ${place}`))
        const value = valueOf(next)
        const tape = Tape.stringify(conceal([exchange(put(value, next))]))
        if (shownIn(tape, value).length > 0) shown.push(`${kind} in ${place}: ${value}\n${tape}`)
      }
    }
    assert.deepStrictEqual(shown, [])
  })

  it.effect.prop(
    "tape-1: numbers in unknown fields are replaced with other numbers",
    { number: Schema.Literals([739154, 4242, -12, 12.5, 1_795_891_963_123]), seed: Schema.Int },
    ({ number, seed }) =>
      Effect.sync(() => {
        const name = pick(random(seed), ["pin", "cvc", "otp"])
        const tape = conceal([exchange({ body: { [name]: number, again: number, flag: 1 } })])

        assert.deepStrictEqual(tape.exchanges[0]?.request.body, {
          json: { [name]: `{{${name}:1|number}}`, again: `{{${name}:1|number}}`, flag: 1 }
        })
        assert.notInclude(Tape.stringify(tape), String(number))
      }),
    { arbitrary: { runs: 50 } }
  )
})
