/** Comparison of a request with a recorded one. docs/laws.md W3, W5. */
import { assert, describe, it } from "@effect/vitest"
import { compare, nodesOf } from "../../../../src/testing/tape/match.ts"
import type { RecordedRequest } from "../../../../src/testing/tape/Tape.ts"

const standIns = { "a:1": {}, "b:1": {}, "time:1": {} }

const request = (body?: unknown, given: Partial<RecordedRequest> = {}): RecordedRequest => ({
  method: "POST",
  path: "/a",
  ...(body === undefined ? {} : { body: { json: body as never } }),
  ...given
})

/** Compares two bodies. */
const compared = (recorded: unknown, sent: unknown, known: ReadonlyMap<string, string> = new Map()) =>
  compare(request(recorded), request(sent), standIns, known)

const values = (recorded: unknown, sent: unknown, known?: ReadonlyMap<string, string>) => {
  const { differences, values } = compared(recorded, sent, known)
  return differences.length > 0 ? differences.map(({ at }) => at) : Object.fromEntries(values)
}

describe("W3: what matches", () => {
  const equal: ReadonlyArray<readonly [title: string, recorded: unknown, sent: unknown, values?: object]> = [
    ["equal values", { a: [1, "x", null, true], b: {} }, { b: {}, a: [1, "x", null, true] }],
    ["any text in the place of a placeholder", "{{a:1}}", "Ada\nL.", { "a:1": "Ada\nL." }],
    ["a placeholder inside a text", "x {{a:1}}: {{b:1}}.", "x Ada: 1.", { "a:1": "Ada", "b:1": "1" }],
    ["characters of regular expressions", "\\^$.*+?()[]{}|/-{{a:1}}", "\\^$.*+?()[]{}|/-z", { "a:1": "z" }],
    ["a placeholder twice", "{{a:1}} and {{a:1}}", "Ada and Ada", { "a:1": "Ada" }],
    ["a placeholder in two places", ["{{a:1}}", "{{a:1}}"], ["Ada", "Ada"], { "a:1": "Ada" }],
    ["a name in the place of a placeholder", { "{{a:1}}": 1, b: 2 }, { x: 1, b: 2 }, { "a:1": "x" }],
    ["a name that is the placeholder itself", { "{{a:1}}": 1 }, { "{{a:1}}": 1 }],
    ["a number in the place of a number", "{{a:1|number}}", 12, { "a:1": "12" }],
    ["an address in its spelling", "{{a:1|uri}}", "a%20b", { "a:1": "a b" }],
    ["a form in its spelling", "{{a:1|form}}", "a+b", { "a:1": "a b" }],
    ["an escaped text", "{{a:1|escaped}}", "a%20b%27", { "a:1": "a b'" }],
    ["a JSON text", "{{a:1|json}}", "a\\nb", { "a:1": "a\nb" }],
    ["two spellings of a placeholder", "{{a:1}} {{a:1|uri}}", "a/b a%2Fb", { "a:1": "a/b" }],
    ["a spelling that other texts share", "{{a:1|lower}}", "ada", {}],
    ["a text that isn't of the spelling", "{{a:1|uri}}", "a b%", {}],
    ["a text that could be spelled otherwise", "{{a:1|uri}}", "%61", {}]
  ]
  for (const [title, recorded, sent, right = {}] of equal) {
    it(`W3: a replay matches ${title}`, () => {
      assert.deepStrictEqual<unknown>(values(recorded, sent), right)
    })
  }

  const different: ReadonlyArray<readonly [title: string, recorded: unknown, sent: unknown, ...at: Array<string>]> = [
    ["another text", "a", "ab", "body"],
    ["a text around the recorded one", "a{{a:1}}c", "xabcx", "body"],
    ["a placeholder without text", "{{a:1}}", "", "body"],
    ["two texts for one placeholder", "{{a:1}} {{a:1}}", "a b", "body"],
    ["two texts for one placeholder in two places", ["{{a:1}}", "{{a:1}}"], ["a", "b"], "body[1]"],
    ["an array of another length", [1], [1, 2], "body"],
    ["a shorter array", [1, 2], [1], "body"],
    ["an array for an object", {}, [], "body"],
    ["an object for an array", [], {}, "body"],
    ["null for an object", {}, null, "body"],
    ["an object for null", null, {}, "body"],
    ["a missing and an additional field", { a: 1, c: { d: 1 } }, { b: 1, c: {} }, "body.a", "body.c.d", "body.b"],
    ["a missing field with a placeholder as its name", { "{{a:1}}": 1 }, {}, "body.{{a:1}}"],
    ["a number for a text", "{{a:1}}", 12, "body"],
    ["a number for text around a number", "x{{a:1|number}}", 12, "body"],
    ["a number for a number with text", "{{a:1|number}}x", 12, "body"],
    ["a boolean for a number", "{{a:1|number}}", true, "body"],
    ["another number", { a: 1 }, { a: 2 }, "body.a"]
  ]
  for (const [title, recorded, sent, ...at] of different) {
    it(`W5: a request differs by ${title}`, () => {
      assert.deepStrictEqual<unknown>(values(recorded, sent), at)
    })
  }

  it("W3: a placeholder with a value matches only that value, in any encoding", () => {
    const known = new Map([["a:1", "A b+"]])

    assert.deepStrictEqual<unknown>(values("{{a:1}}", "A b+", known), { "a:1": "A b+" })
    assert.deepStrictEqual<unknown>(values("{{a:1}}", "A bb", known), ["body"])
    assert.deepStrictEqual<unknown>(values("x{{a:1|uri}}", "xA%20b%2B", known), { "a:1": "A b+" })
    assert.deepStrictEqual<unknown>(values("{{a:1|lower}}", "a b+", known), { "a:1": "A b+" })
    assert.deepStrictEqual<unknown>(values("{{a:1|lower}}", "A b+", known), ["body"])
    assert.deepStrictEqual([...known], [["a:1", "A b+"]])
  })

  const day = 86_400_000
  const time = Date.parse("2026-04-01T10:20:30Z")
  const iso = (millis: number) => new Date(millis).toISOString()

  it("W3: times match within a day of the recorded ones", () => {
    const times: ReadonlyArray<readonly [name: string, recorded: unknown, sent: (millis: number) => unknown]> = [
      ["expires_at", 1000, (millis) => 1000 + millis],
      ["expires_at_millis", 1000, (millis) => 1000 + millis],
      ["time", time, (millis) => time + millis],
      ["time", iso(time), (millis) => iso(time + millis)],
      ["time", String(time), (millis) => String(time + millis)]
    ]
    for (const [name, recorded, sent] of times) {
      for (const millis of [0, 1, -1, day, -day]) {
        assert.deepStrictEqual<unknown>(values({ [name]: recorded }, { [name]: sent(millis) }), {}, `${name} ${millis}`)
      }
      for (const millis of [day + 1, -day - 1]) {
        assert.deepStrictEqual<unknown>(values({ [name]: recorded }, { [name]: sent(millis) }), [`body.${name}`], name)
      }
    }
  })

  it("W5: other numbers and strings must be equal", () => {
    const pairs: ReadonlyArray<readonly [name: string, recorded: unknown, sent: unknown]> = [
      ["size", 1000, 1001],
      ["size", 1e11, 1e11 + 1],
      ["size", 1e11 + 1, 1e11],
      ["size", time, 1e11],
      ["at", 1000, 1001],
      ["expires_at", "1000", "1001"],
      ["expires_at", true, 1],
      ["expires_at", 1, true],
      ["expires_at_x", 1, 2],
      ["time", "12345678901", "12345678902"],
      ["time", "123456789012345", "123456789012346"],
      ["time", `x${time}`, `x${time + 1}`],
      ["time", "2026-04-01", "2026-04-02"],
      ["time", ` ${iso(time)}`, ` ${iso(time + 1)}`],
      ["time", iso(time), "soon"],
      ["time", "soon", iso(time)]
    ]
    for (const [name, recorded, sent] of pairs) {
      assert.deepStrictEqual<unknown>(
        values({ [name]: recorded }, { [name]: sent }),
        [`body.${name}`],
        String(recorded)
      )
    }
  })

  it("W5: a request differs by its method, path, query, headers and body", () => {
    const recorded = request({ a: 1 }, { query: { q: "1" }, headers: { h: "1" } })
    const sent = request({ a: 2 }, { method: "GET", path: "/b", query: { q: "2" }, headers: { h: "2" } })

    assert.deepStrictEqual(compare(recorded, sent, standIns, new Map()).differences, [
      { at: "method", recorded: "\"POST\"", sent: "\"GET\"" },
      { at: "path", recorded: "\"/a\"", sent: "\"/b\"" },
      { at: "query.q", recorded: "\"1\"", sent: "\"2\"" },
      { at: "headers.h", recorded: "\"1\"", sent: "\"2\"" },
      { at: "body.a", recorded: "1", sent: "2" }
    ])
    assert.deepStrictEqual(compare(recorded, request(), standIns, new Map()).differences, [
      { at: "query.q", recorded: "\"1\"", sent: undefined },
      { at: "headers.h", recorded: "\"1\"", sent: undefined },
      { at: "body", recorded: "{\"a\":1}", sent: undefined }
    ])
    assert.deepStrictEqual(compare(request(), recorded, standIns, new Map()).differences, [
      { at: "query.q", recorded: undefined, sent: "\"1\"" },
      { at: "headers.h", recorded: undefined, sent: "\"1\"" },
      { at: "body", recorded: undefined, sent: "{\"a\":1}" }
    ])
  })

  it("W3: bodies match by their contents, whatever their format", () => {
    const bodies = [{ json: { a: "1" } }, { form: { a: "1" } }, { text: "a" }, { bytes: "a" }] as const
    const matching = bodies.map((recorded) =>
      bodies.map((sent) =>
        compare(
          { method: "GET", path: "/", body: recorded },
          { method: "GET", path: "/", body: sent },
          standIns,
          new Map()
        ).differences.length === 0
      )
    )

    assert.deepStrictEqual(matching, [
      [true, true, false, false],
      [true, true, false, false],
      [false, false, true, true],
      [false, false, true, true]
    ])
  })

  it("W5: the parts of a request have the names that the differences use", () => {
    const whole = request({ a: [1, { b: "x" }], c: null }, { query: { q: "1" }, headers: { h: "1" } })

    assert.deepStrictEqual(nodesOf(whole), [
      { at: "method", value: "\"POST\"" },
      { at: "path", value: "\"/a\"" },
      { at: "query", value: "{\"q\":\"1\"}" },
      { at: "query.q", value: "\"1\"" },
      { at: "headers", value: "{\"h\":\"1\"}" },
      { at: "headers.h", value: "\"1\"" },
      { at: "body", value: "{\"a\":[1,{\"b\":\"x\"}],\"c\":null}" },
      { at: "body.a", value: "[1,{\"b\":\"x\"}]" },
      { at: "body.a[0]", value: "1" },
      { at: "body.a[1]", value: "{\"b\":\"x\"}" },
      { at: "body.a[1].b", value: "\"x\"" },
      { at: "body.c", value: "null" }
    ])
    assert.deepStrictEqual(nodesOf({ method: "GET", path: "/" }).slice(2), [
      { at: "query", value: "{}" },
      { at: "headers", value: "{}" },
      { at: "body", value: undefined }
    ])
  })
})
