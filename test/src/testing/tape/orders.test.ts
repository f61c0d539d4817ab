/** Placeholders and replays of conversations in any order. docs/laws.md W2, W3. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Tape } from "../../../../src/testing/index.ts"
import { conceal } from "../../../../src/testing/tape/conceal.ts"
import { fill, filled, standInsOf } from "../../../../src/testing/tape/standIns.ts"
import { runs } from "../../../support/suite/properties.ts"
import { exchange, pick, random, values } from "./plants.ts"

const Seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))

const shuffled = <A>(all: ReadonlyArray<A>, next: () => number): ReadonlyArray<A> =>
  all.map((one) => [next(), one] as const).toSorted(([a], [b]) => a - b).map(([, one]) => one)

/** Requests that have a string as a secret, as personal data, in metadata, in a link, and in a path. */
const requestsOf = (text: string) => [
  { url: "/auth/password/sign-in", body: { email: "ada@example.com", password: text } },
  { method: "PATCH", url: "/users/me", body: { display_name: text } },
  { method: "PATCH", url: "/users/me", body: { client_metadata: { note: [text] } } },
  {
    method: "PATCH",
    url: "/users/me",
    body: { client_metadata: { link: `https://app.test/?code=${encodeURIComponent(text)}` } }
  },
  { method: "GET", url: `/own/${encodeURIComponent(text)}` },
  { body: JSON.stringify({ text: JSON.stringify({ text }) }) }
]

describe("W2: placeholders in any order", () => {
  it.effect.prop(
    "W2: equal strings have equal stand-ins, and different strings have different stand-ins, in any order and place",
    { seed: Seed },
    ({ seed }) =>
      Effect.sync(() => {
        const next = random(seed)
        const texts = Array.from({ length: 4 }, () => pick(next, Object.values(values))(next).replace(/[%/]/g, ""))
        const sent = shuffled(texts.flatMap(requestsOf), next).slice(0, 12)

        const tape = conceal(sent.map(exchange))

        const played = filled(tape).map(({ request }) => JSON.stringify(request))
        const standInOf = standInsOf(tape)
        const all = Object.keys(tape.standIns).map((name) => fill(`{{${name}}}`, tape.standIns, standInOf))
        assert.strictEqual(new Set(all).size, all.length)
        for (const [at, a] of sent.entries()) {
          for (const [other, b] of sent.entries()) {
            const isEqual = JSON.stringify(a) === JSON.stringify(b)
            assert.strictEqual(played[at] === played[other], isEqual, `${JSON.stringify(a)} ${JSON.stringify(b)}`)
          }
        }
        assert.deepStrictEqual(conceal(sent.map(exchange)), tape)
        assert.deepStrictEqual(Tape.parse(Tape.stringify(tape)), tape)
      }),
    { arbitrary: { runs: runs(500) } }
  )

  it.effect.prop(
    "W3: requests in any order get their own responses, and each response is played once",
    { seed: Seed, count: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 8 })) },
    ({ count, seed }) =>
      Effect.promise(async () => {
        const next = random(seed)
        const ids = Array.from({ length: count }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`)
        const given = (id: string) => ({
          method: "GET",
          url: `/teams/${id}`,
          headers: { "x-stack-access-type": "server" }
        })
        const tape = conceal(ids.map((id) => exchange({ ...given(id), response: { id, display_name: `Team ${id}` } })))
        const replay = Tape.replay(tape)

        const got = await Promise.all(
          shuffled(ids, next).map(async (id) => {
            const { headers, method, url } = exchange(given(id)).request
            const response = await replay.fetch(url, { method, headers: { ...headers } })
            return [id, (await response.json() as { readonly id: string }).id]
          })
        )

        assert.deepStrictEqual(got.map(([, id]) => id), got.map(([id]) => id))
        replay.assertPlayed()
        assert.strictEqual(replay.remaining().length, 0)
      }),
    { arbitrary: { runs: runs(100) } }
  )
})
