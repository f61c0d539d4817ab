/** Tapes that were changed by hand. docs/laws.md tape-7. */
import { assert, describe, it } from "@effect/vitest"
import { Tape } from "../../../../src/testing/index.ts"

const apiUrl = "https://api.test/api/v1"

/** A tape with one exchange, as JSON. */
const tapeOf = (exchange: object, standIns: object = {}) => ({
  tape: 1,
  startedAt: "2026-04-01T00:00:00.000Z",
  apiUrl,
  standIns,
  exchanges: [{ at: 0, took: 0, request: { method: "GET", path: "/a" }, ...exchange }]
})

const respondsWith = (response: object) => tapeOf({ response: { status: 200, ...response } })

const withStandIn = (standIn: object) =>
  tapeOf({ response: { status: 200, body: { text: "{{value:1}}" } } }, { "value:1": standIn })

const fetched = async (tape: object): Promise<string> =>
  (await Tape.replay(Tape.parse(tape)).fetch(`${apiUrl}/a`, {})).text()

describe("tape-7: a malformed tape", () => {
  const malformed: ReadonlyArray<readonly [tape: object, path: string]> = [
    ...[0, 99, 199, 600, 200.5, -200].map((status) =>
      [respondsWith({ status }), "exchanges.0.response.status"] as const
    ),
    ...[{}, { form: { a: 1 } }, { text: 1 }, { bytes: 1 }].map((body) =>
      [respondsWith({ body }), "exchanges.0.response.body"] as const
    ),
    ...[{}, { method: "GET" }, { path: "/a" }, { method: 1, path: "/a" }].map((request) =>
      [tapeOf({ request }), "exchanges.0.request"] as const
    ),
    [withStandIn({ jwt: { header: {} } }), "standIns.value:1.jwt.claims"],
    [withStandIn({ jwt: { claims: {} } }), "standIns.value:1.jwt.header"],
    [withStandIn({ format: "ada" }), "standIns.value:1.format"],
    [{ ...tapeOf({}), call: {} }, "call.arguments"],
    [{ ...tapeOf({}), call: { arguments: 1 } }, "call.arguments"],
    [respondsWith({ headers: { "retry-after": "1\n2" } }), "exchanges.0.response.headers.retry-after"],
    [respondsWith({ headers: { "retry-after": "\u0100" } }), "exchanges.0.response.headers.retry-after"],
    [tapeOf({ failure: { tooLargeFor: -1 } }), "exchanges.0.failure"],
    [tapeOf({ failure: { tooLargeFor: 2 ** 40 } }), "exchanges.0.failure"],
    ...[200, 304.5, 400].map((redirectStatus) =>
      [tapeOf({ failure: { redirectStatus } }), "exchanges.0.failure"] as const
    ),
    ...["length", "decimals"].flatMap((name) =>
      [-1, 0.5, 2 ** 40].map((value) => [withStandIn({ [name]: value }), `standIns.value:1.${name}`] as const)
    )
  ]
  for (const [tape, path] of malformed) {
    it(`tape-7: Tape.parse rejects ${JSON.stringify(tape).slice(80)}`, () => {
      let problem = ""
      try {
        Tape.parse(tape)
      } catch (error) {
        assert.instanceOf(error, Tape.TapeUnreadable)
        problem = error.problem
      }
      assert.match(problem.replaceAll("\"", ""), new RegExp(path.replaceAll(/[[\].]/g, ".")))
    })
  }

  it("tape-7: the smallest and largest values that a recording can have are played", async () => {
    for (const status of [200, 204, 599]) {
      const response = await Tape.replay(Tape.parse(respondsWith({ status }))).fetch(`${apiUrl}/a`, {})
      assert.strictEqual(response.status, status)
    }
    for (const redirectStatus of [300, 399]) Tape.parse(tapeOf({ failure: { redirectStatus } }))
    const texts = [
      withStandIn({ length: 0 }),
      withStandIn({ length: 0, characters: "digits" }),
      withStandIn({ length: 1, characters: "digits", prefix: "-" }),
      withStandIn({ length: 0, format: "decimal", decimals: 0 }),
      withStandIn({ length: 2, prefix: "pck_" }),
      withStandIn({ length: 0, format: "text" })
    ]
    const formats = ["uuid", "email", "url", "path", "host", "time", "date", "ip", "ip6", "decimal", "text"]
    texts.push(...formats.map((format) => withStandIn({ format })))
    for (const tape of texts) assert.isNotEmpty(await fetched(tape), JSON.stringify(tape.standIns))
  })

  it("tape-7: a stand-in that contains itself, or another one that contains it, is played once", async () => {
    const both = { "value:1": { json: { a: "{{value:2}}" } }, "value:2": { json: ["{{value:1}}"] } }
    const response = { status: 200, body: { text: "{{value:1}}" } }

    assert.strictEqual(await fetched(withStandIn({ json: { a: "{{value:1}}" } })), "{\"a\":\"value:1\"}")
    assert.strictEqual(await fetched(tapeOf({ response }, both)), "{\"a\":\"[\\\"value:1\\\"]\"}")
    const token = await fetched(withStandIn({ jwt: { header: {}, claims: { sub: "{{value:1}}" } } }))
    assert.strictEqual(atob(token.split(".")[1]!), "{\"sub\":\"value:1\"}")
  })
})
