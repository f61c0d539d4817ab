/** Formats of strings, and the stand-ins that are made from them. docs/laws.md W1, W2. */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { root } from "../../../../src/testing/tape/places.ts"
import { shapeOf, tokenOf } from "../../../../src/testing/tape/shapes.ts"
import { fill, fillAll, partsOf, standInsOf } from "../../../../src/testing/tape/standIns.ts"
import type { StandIn } from "../../../../src/testing/tape/Tape.ts"

const shape = (text: string, kind = "code"): StandIn => shapeOf(text, kind, root(kind, []), (value) => value)

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

/** Strings of one kind, and what the tape keeps of them. */
const shapes: ReadonlyArray<readonly [kept: StandIn, texts: ReadonlyArray<string>]> = [
  [{ format: "uuid" }, ["5a3c9f0e-1b2c-4d5e-8f90-123456789abc", "5A3C9F0E-1B2C-4D5E-8F90-123456789ABC"]],
  [{ format: "email" }, ["ada@example.com", "a@b"]],
  [
    { format: "time" },
    [
      ...["2026-04-01T10:20Z", "2026-04-01T10:20:30", "2026-04-01T10:20:30.1", "2026-04-01T10:20:30.123456789Z"],
      ...["2026-04-01T10:20:30+02:00", "2026-04-01T10:20:30-0200"]
    ]
  ],
  [{ format: "date" }, ["2026-04-01"]],
  [{ format: "ip" }, ["203.0.113.7", "1.2.3.4"]],
  [{ format: "ip6" }, ["2001:db8::1", "::1", "FE80::1%eth0"]],
  [{ format: "path" }, ["/", "/a/b?c"]],
  [{ format: "host" }, ["app.example", "a-1.b.example", "APP.EXAMPLE"]],
  [{ format: "host", prefix: "*." }, ["*.example.com"]],
  [{ format: "host", prefix: "**." }, ["**.example.com"]],
  [{ format: "url" }, ["https://a.test/b", "myapp://open/x", "MAILTO:x", "a+b.c-1:x"]],
  [{ format: "decimal", length: 2, decimals: 3 }, ["12.345"]],
  [{ format: "decimal", prefix: "-", length: 2, decimals: 1 }, ["-12.3"]],
  [{ format: "decimal", length: 15, decimals: 15 }, [`${"1".repeat(15)}.${"2".repeat(15)}`]],
  [{ length: 6, characters: "digits" }, ["123456"]],
  [{ length: 3, prefix: "-", characters: "digits" }, ["-12"]],
  [{ length: 8, characters: "upper" }, ["ABC23DEF"]],
  [{ length: 8, characters: "upper" }, ["ABCDEFGHIJ"]],
  [{ length: 4 }, ["abcd", "abcdefg"]],
  [{ length: 3 }, ["abc"]],
  [{ length: 7 }, ["abcdef1", "a-b_c1.", "a+/=~:$".slice(0, 6) + "1"]],
  [{ length: 16 }, ["abcdefghijklmnopqrs"]],
  [{ length: 20 }, ["abcdefghijklmnopqrst"]],
  [{ format: "text", length: 1 }, ["", "é"]],
  [{ format: "text", length: 8 }, ["Ada Love", "Ada Lovelace!!!"]],
  [{ format: "text", length: 16 }, ["Ada Lovelace!!!!"]],
  [{ format: "text", length: 2 ** 20 }, [" ".repeat(2 ** 21)]],
  [{ jwt: { header: { alg: "x" }, claims: { name: "é>?" } } }, [
    [{ alg: "x" }, { name: "é>?" }, "s"].map((part) => typeof part === "string" ? part : base64url(part)).join(".")
  ]],
  [{ json: { a: 1 } }, ["{\"a\":1}", " \n{\"a\":1}"]],
  [{ json: [1] }, ["[1]", "\t[ 1 ]"]],
  ...["pck", "ssk", "sak", "sk", "pk", "rk", "whsec", "stack", "usr", "team"].map((prefix) =>
    [{ length: prefix.length + 18, prefix: `${prefix}_` }, [`${prefix}_a1b2c3d4e5f6g7h8i`]] as const
  ),
  [{ length: 20 }, ["xxpck_a1b2c3d4e5f6g7"]],
  [{ length: 19 }, ["pck_a1b2c3d4e5f6g7h"]]
]

describe("W1: formats of strings", () => {
  for (const [kept, texts] of shapes) {
    it(`W1: a tape keeps ${JSON.stringify(kept).slice(0, 60)} of ${JSON.stringify(texts[0]).slice(0, 40)}`, () => {
      for (const text of texts) assert.deepStrictEqual(shape(text), kept, text)
    })
  }

  it("W1: a tape keeps nothing of a password, or of a kind with its own format", () => {
    for (const kind of ["password", "new_password", "PasswordHash"]) {
      for (const text of ["123456", "{}", "a@b.c"]) assert.deepStrictEqual(shape(text, kind), {})
    }
    for (const kind of ["city", "email", "ip", "name", "picture"]) assert.deepStrictEqual(shape("123456", kind), {})
  })

  it("W1: a string that almost has a known format isn't mistaken for that format", () => {
    const nearly: ReadonlyArray<string> = [
      ...["ada @example.com", "a@b@c d", "2026-04-01T10:20:30 ", "2026-4-01", "x2026-04-01", "2026-04-012"],
      ...[
        "x2026-04-01T10:20Z",
        "2026-04-01T1:20Z",
        "1.2.3",
        "1.2.3.4.5",
        "1.2.3.1234",
        "x1.2.3.4",
        "1:2",
        "g::1",
        "1:::"
      ]
    ]
    for (const text of nearly) {
      assert.notInclude(["time", "date", "ip", "email"], shape(text).format, text)
    }
    assert.deepStrictEqual(["g:1:2", "x::1", "a b:", "1:2"].map((text) => shape(text).format), [
      "url",
      "url",
      "text",
      undefined
    ])
    assert.deepStrictEqual(["a/b", "/a b", "a..b", "a.b1", ".example", "a.b c"].map((text) => shape(text).format), [
      undefined,
      "text",
      undefined,
      undefined,
      undefined,
      "text"
    ])
    assert.strictEqual(shape("weekday", "host").format, "host")
  })

  it("W1: a token is a string of three parts, of which two are JSON objects", () => {
    const part = base64url({ a: 1 })
    assert.isDefined(tokenOf(`${part}.${part}.`))
    const others = [`${part}.${part}`, `${part}.${part}.a.b`, `.${part}.a`, `${part}.${base64url([])}.a`]
    for (const text of [...others, `${base64url(null)}.${part}.a`, `${base64url("a")}.${part}.a`, "!.!.!"]) {
      assert.isUndefined(tokenOf(text), text)
    }
    const urlSafe = base64url({ a: ">>>???" })
    assert.match(urlSafe, /[-_]/)
    assert.deepStrictEqual(tokenOf(`${urlSafe}.${part}.a`), { header: { a: ">>>???" }, claims: { a: 1 } })
  })

  it("W1: a string that begins like JSON but isn't JSON is treated as plain text", () => {
    for (const text of ["{a", "[", "x{}", "1", "true", "\"a\""]) assert.notProperty(shape(text), "json", text)
  })
})

const tapeWith = (standIns: { readonly [name: string]: StandIn }) => {
  const standInOf = standInsOf({ standIns })
  return { standIns, standInOf, filled: (text: string) => fill(text, standIns, standInOf) }
}

describe("W2: stand-ins", () => {
  const standIns: ReadonlyArray<readonly [name: string, StandIn, text: string]> = [
    ["email:3", {}, "person3@example.com"],
    ["name:3", {}, "Name 3"],
    ["city:3", {}, "City 3"],
    ["picture:3", {}, "https://example.com/picture3.png"],
    ["ip:3", {}, "10.0.0.1"],
    ["password:3", {}, "password-3"],
    ["user_id:1", { format: "uuid" }, "00000000-0000-4000-8000-000000000001"],
    ["Some_field:1", { format: "email" }, "somefield1@example.com"],
    ["a:1", { format: "url" }, "https://example.com/a1"],
    ["a:1", { format: "path" }, "/a1"],
    ["a:1", { format: "host" }, "host1.example.com"],
    ["a:1", { format: "host", prefix: "*." }, "*.host1.example.com"],
    ["a:1", { format: "time" }, "2000-01-01T00:00:01.000Z"],
    ["a:1", { format: "date" }, "2000-01-02"],
    ["a:1", { format: "ip" }, "10.0.0.1"],
    ["a:1", { format: "ip6" }, "fd00::1"],
    ["a:1", { format: "decimal", length: 3, decimals: 2 }, "101.00"],
    ["a:1", { format: "decimal", length: 1, prefix: "-" }, "-2."],
    ["a:1", { format: "decimal" }, "2."],
    ["a:1", { format: "text", length: 8 }, "Text 1 a"],
    ["a:1", { format: "text", length: 16 }, "Text 1 and so on"],
    ["a:1", { format: "text" }, "Text 1"],
    ["code:1", { length: 6, characters: "digits" }, "100001"],
    ["code:1", { length: 4, prefix: "-", characters: "digits" }, "-101"],
    ["code:1", { length: 8, characters: "upper" }, "CODEYBXX"],
    ["the_code:1", { length: 12 }, "thecodeybxxx"],
    ["code:1", { length: 3 }, "eyb"],
    ["code:1", { length: 0 }, "b"],
    ["key:1", { length: 12, prefix: "pck_" }, "pck_keyybxxx"],
    ["a:1", { json: { b: [1] } }, "{\"b\":[1]}"],
    [
      "a:1",
      { jwt: { header: { alg: "é>?" }, claims: { sub: "s" } } },
      [JSON.stringify({ alg: "é>?" }), JSON.stringify({ sub: "s" }), "a:1"].map((text) =>
        Buffer.from(text).toString("base64url")
      ).join(".")
    ]
  ]
  for (const [name, standIn, text] of standIns) {
    it(`W2: the stand-in for ${name}, ${JSON.stringify(standIn)}, is ${text.slice(0, 40)}`, () => {
      const { filled } = tapeWith({ [name]: standIn })

      assert.strictEqual(filled(`{{${name}}}`), text)
    })
  }

  const Shape = Schema.Struct({
    format: Schema.optionalKey(
      Schema.Literals(["uuid", "email", "url", "path", "host", "time", "date", "ip", "ip6", "decimal", "text"])
    ),
    characters: Schema.optionalKey(Schema.Literals(["digits", "upper"])),
    length: Schema.optionalKey(Schema.Literals([1, 4, 8, 64]))
  })

  it.prop("W2: a thousand stand-ins of the same format are all different", { shape: Shape }, ({ shape }) => {
    const { standIns, standInOf } = tapeWith(
      Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`code:${at + 1}`, shape]))
    )

    assert.strictEqual(new Set(Object.keys(standIns).map(standInOf)).size, 1000)
  })

  it("W2: stand-ins for many IP addresses stay inside the private network", () => {
    const names = Array.from({ length: 70_000 }, (_, at) => `a:${at + 1}`)
    const { standInOf } = tapeWith(Object.fromEntries(names.map((name) => [name, { format: "ip" as const }])))

    assert.deepStrictEqual(["a:255", "a:256", "a:65536", "a:70000"].map(standInOf), [
      "10.0.0.255",
      "10.0.1.0",
      "10.1.0.0",
      "10.1.17.112"
    ])
  })

  it("W2: a stand-in inside another stand-in has the same value as elsewhere", () => {
    const { filled } = tapeWith({ "name:1": {}, "a:1": { json: { "{{name:1}}": "{{name:1}}" } } })

    assert.strictEqual(filled("{{a:1}}"), "{\"Name 1\":\"Name 1\"}")
    const known = standInsOf(
      { standIns: { "name:1": {}, "a:1": { json: "{{name:1}}" } } },
      new Map([["name:1", "Ada"]])
    )
    assert.strictEqual(known("a:1"), "\"Ada\"")
  })
})

describe("W2: placeholders", () => {
  const text = "a'b\" <&> é+~%/(!)"
  const standIns = { "a:1": {} }
  const spellings: ReadonlyArray<readonly [spelling: string, text: string]> = [
    ["lower", "A'b".toLowerCase()],
    ["upper", "A'B"]
  ]

  it("W2: a placeholder is filled in with the encoding that it names", () => {
    const valueOf = () => text
    const spelled = (spelling: string) => fill(`{{a:1|${spelling}}}`, standIns, valueOf)
    const json = JSON.stringify(text).slice(1, -1)
    const uri = encodeURIComponent(text)

    assert.strictEqual(spelled("number"), text)
    assert.strictEqual(spelled("json"), json)
    assert.strictEqual(spelled("json2"), JSON.stringify(json).slice(1, -1))
    assert.strictEqual(spelled("uri"), uri)
    assert.strictEqual(spelled("uri2"), encodeURIComponent(uri))
    assert.strictEqual(new URLSearchParams(`a=${spelled("form")}`).get("a"), text)
    assert.notInclude(spelled("form"), "%20")
    assert.strictEqual(decodeURIComponent(spelled("escaped")), text)
    assert.include(spelled("escaped"), "%27")
    assert.include(spelled("escaped"), "%20")
    assert.strictEqual(spelled("html"), "a'b&quot; &lt;&amp;&gt; é+~%/(!)")
    assert.strictEqual(spelled("html39"), "a&#39;b&quot; &lt;&amp;&gt; é+~%/(!)")
    assert.strictEqual(spelled("html27"), "a&#x27;b&quot; &lt;&amp;&gt; é+~%/(!)")
    assert.strictEqual(spelled("other"), text)
    assert.strictEqual(spelled("toString"), text)
    for (const [spelling, right] of spellings) {
      assert.strictEqual(fill(`{{a:1|${spelling}}}`, standIns, () => "a'B"), right)
    }
  })

  it("W2: a string with a lone surrogate can be encoded in a URL", () => {
    assert.strictEqual(fill("{{a:1|uri}}", standIns, () => "\ud800 *"), "%EF%BF%BD%20*")
  })

  it("W2: a string in braces is a placeholder only if the tape has its name", () => {
    const whole = { name: "a:1", spelling: undefined }
    assert.deepStrictEqual(partsOf("{{a:1}}", standIns), [whole])
    assert.deepStrictEqual(partsOf("x{{a:1}}y{{a:1|uri}}", standIns), ["x", whole, "y", {
      name: "a:1",
      spelling: "uri"
    }])
    for (const text of ["", "x", "{{", "{{b:1}}", "{{a:1|}}", "{{a:1||uri}}", "{{a}}", "{{toString}}", "{a:1}"]) {
      assert.deepStrictEqual(partsOf(text, standIns), [text], text)
    }
    assert.deepStrictEqual(partsOf("{{b:1}}{{a:1}}", standIns), ["{{b:1}}", whole])
    assert.deepStrictEqual(partsOf("{{a:1}}{{b:1}}", standIns), [whole, "{{b:1}}"])
  })

  it("W2: placeholders are filled in throughout a value, in every string and in the names of fields", () => {
    const filled = (value: unknown, text = "Ada") => fillAll(value, standIns, () => text)

    assert.deepStrictEqual(filled({ "{{a:1}}": ["{{a:1}} L.", 1, null, true] }), { Ada: ["Ada L.", 1, null, true] })
    assert.deepStrictEqual(["12", "-1.5", "x"].map((text) => filled("{{a:1|number}}", text)), [12, -1.5, 0])
    assert.strictEqual(filled("{{a:1|number}} of {{a:1|number}}", "12"), "12 of 12")
    assert.strictEqual(filled("{{a:1|number}}x", "12"), "12x")
  })
})
