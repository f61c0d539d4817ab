/** Parts of addresses, requests and bodies on a tape. docs/laws.md tape-1, W1, W3. */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { Secret } from "../../../../schemas/fields.ts"
import { inAddress } from "../../../../src/testing/tape/addresses.ts"
import { apiUrlOf, bodyOf, bytesOf, partsOf, platformName } from "../../../../src/testing/tape/conversation.ts"
import { camelCase, field, hasField, inside, item, root } from "../../../../src/testing/tape/places.ts"
import { fieldOf, isSecretOf, itemOf, typesOf } from "../../../../src/testing/tape/secretFields.ts"

/** An address with `_` in the place of each replaced part, and the replaced parts with the names of their places. */
const address = (text: string): ReadonlyArray<string | undefined> => {
  const parts: Array<string> = []
  const replaced = inAddress(text, root("link", ["app"]), (part, { allows, name, path, secret }) => {
    if (allows?.(part) === true) return part
    assert.deepStrictEqual(path, name === "key" ? path : ["app", "link", name])
    parts.push(`${name}${secret ? "!" : ""} ${part}`)
    return "_"
  })
  return [replaced, ...parts]
}

describe("tape-1: addresses", () => {
  const addresses: ReadonlyArray<readonly [text: string, replaced: string, ...parts: ReadonlyArray<string>]> = [
    ["https://ada.test", "https://_", "host ada.test"],
    ["HTTP://ada.test/", "http://_/", "host ada.test"],
    ["http://localhost:3000/handler/sign-in", "http://localhost:3000/handler/sign-in"],
    ["http://ada@example.com/api", "http://_@example.com/api", "user ada"],
    ["http://a@b@example.com", "http://_@example.com", "user a@b"],
    ["http://@example.com", "http://@example.com"],
    ["/ada/handler//zzz", "/_/handler//_", "path ada", "path zzz"],
    ["/", "/"],
    ["/?", "/?"],
    ["/a%20b", "/_", "path a b"],
    ["/?code=1&zzz=2&flag&code", "/?code=_&_=_&_&code", "code! 1", "key zzz", "key 2", "key flag"],
    ["/?zzz=b=c", "/?_=_", "key zzz", "key b=c"],
    ["/?code=#code=1", "/?code=#code=_", "code! 1"],
    ["https://example.com#zzz", "https://example.com#_", "key zzz"],
    ["https://example.com?zzz", "https://example.com?_", "key zzz"],
    ["https://example.com?#", "https://example.com?#"]
  ]
  for (const [text, ...replaced] of addresses) {
    it(`tape-1: the parts of the URL ${text} are replaced one by one`, () => {
      assert.deepStrictEqual(address(text), replaced)
    })
  }

  it("tape-1: no other string counts as a URL", () => {
    const others = [
      ...["", "ada", "ftp://ada.test", "xhttps://ada.test", "https://", "https:///a", "/a b", "/?a b", "https://a b"],
      ...["/a#b c", "http://localhost:123456", "mailto:a@b.c", "https://[::1"]
    ]
    for (const text of others) assert.deepStrictEqual(address(text), [undefined], text)
  })

  it("W1: the placeholder for a part of a URL names the part's encoding, so that a program decodes the same string", () => {
    const spelled = (text: string, placeholder = "{{a:1}}") =>
      inAddress(text, root("link", []), (part, { allows }) => allows?.(part) === true ? part : placeholder)

    assert.strictEqual(spelled("/?code=a%20b"), "/?code={{a:1|uri}}")
    assert.strictEqual(spelled("/?code=a+b"), "/?code={{a:1|form}}")
    assert.strictEqual(spelled("/?code=a%27%20b"), "/?code={{a:1|escaped}}")
    assert.strictEqual(spelled("/?code=%61"), "/?code={{a:1}}")
    assert.strictEqual(spelled("/?code=%"), "/?code={{a:1}}")
    assert.strictEqual(spelled("/?code=a", "x y{{a:1}}"), "/?code=x%20y{{a:1|uri}}")
    assert.strictEqual(spelled("/?code=a", "{{a:1|uri}}"), "/?code={{a:1|uri2}}")
    assert.strictEqual(spelled("/?code=a", "{{a:1|lower}}"), "/?code={{a:1|lower}}")
    assert.strictEqual(spelled("/?code=a+b", "{{a:1|uri}}"), "/?code={{a:1|uri}}")
    assert.strictEqual(spelled("/?code=a", "{{a:1}}{{b:2}}"), "/?code={{a:1|uri}}{{b:2|uri}}")
    assert.strictEqual(spelled("/?code=a%20b", "a b"), "/?code=a%20b")
  })
})

describe("requests and bodies of a tape", () => {
  it("W1: the URL of the API ends with its version", () => {
    const api = "https://api.test/api/v1"
    for (const rest of ["", "/", "/users", "?a", "#a", "/api/v1"]) assert.strictEqual(apiUrlOf(api + rest), api)
    assert.strictEqual(apiUrlOf("http://localhost:1/x/api/v1/a"), "http://localhost:1/x/api/v1")
    for (
      const url of [
        "",
        "ftp://a/api/v1",
        "https://a/api/v12",
        "https://a/?/api/v1",
        "https://a/#/api/v1",
        "xhttps://a/api/v1"
      ]
    ) {
      assert.isUndefined(apiUrlOf(url), url)
    }
  })

  it("W1: the platform's headers are recognized under both of their names", () => {
    assert.deepStrictEqual(["x-stack-a-b", "x-hexclave-a", "x-stack-", "ax-stack-a", "x-other-a"].map(platformName), [
      "a-b",
      "a",
      undefined,
      undefined,
      undefined
    ])
  })

  const api = "https://api.test/api/v1"
  const parts = (url: string, headers: { readonly [name: string]: string } = {}, body?: string) =>
    partsOf({ method: "GET", url, headers, body }, api)

  it("W3: a recorded request has its path below the API, its query, and the headers that affect the response", () => {
    assert.deepStrictEqual(parts(`${api}/users?a=1&b=%20?#c`), {
      method: "GET",
      path: "/users",
      query: { a: "1", b: " ?" }
    })
    assert.deepStrictEqual(parts(api), { method: "GET", path: "/" })
    assert.deepStrictEqual(parts(`${api}x/a`), { method: "GET", path: `${api}x/a` })
    assert.deepStrictEqual(parts("https://b.test/a?b=1"), {
      method: "GET",
      path: "https://b.test/a",
      query: { b: "1" }
    })
    assert.strictEqual(parts(`${api}/a%20b/c%2Fd%25%3F%23/%`).path, "/a b/c%2Fd%25%3F%23/%")
    assert.deepStrictEqual(
      Object.entries(
        parts(`${api}/a`, {
          "X-Stack-Project-Id": "p",
          "x-stack-access-type": "client",
          "x-stack-random-nonce": "n",
          "x-hexclave-client-version": "v",
          authorization: "a",
          "Content-Type": "application/json",
          "x-own": "o"
        }).headers!
      ),
      [["content-type", "application/json"], ["x-stack-access-type", "client"], ["x-stack-project-id", "p"]]
    )
  })

  it("W3: a body is read as a form or as JSON according to its content type, and otherwise as text or bytes", () => {
    const form = "application/x-www-form-urlencoded"
    assert.deepStrictEqual(bodyOf("a=1&b=%20", form), { form: { a: "1", b: " " } })
    assert.deepStrictEqual(bodyOf("1", "application/json"), { json: 1 })
    assert.deepStrictEqual(bodyOf("1", "text/plain"), { text: "1" })
    assert.deepStrictEqual(bodyOf("1", "application/jsonl"), { text: "1" })
    assert.deepStrictEqual(bodyOf("{a", "application/json"), { text: "{a" })
    assert.deepStrictEqual(bodyOf(" \n[1]", ""), { json: [1] })
    assert.deepStrictEqual(bodyOf("{}", "text/plain"), { json: {} })
    assert.deepStrictEqual(bodyOf("x{}", ""), { text: "x{}" })
    assert.deepStrictEqual(bodyOf(new TextEncoder().encode("é"), ""), { text: "é" })
    assert.deepStrictEqual(bodyOf(Uint8Array.of(255, 65), ""), { bytes: "ÿA" })
    assert.deepStrictEqual(parts(`${api}/a`, { "Content-Type": form }, "a=1").body, { form: { a: "1" } })
    assert.deepStrictEqual(parts(`${api}/a`, { "content-type": form }, "a=1").body, { form: { a: "1" } })
    assert.deepStrictEqual(parts(`${api}/a`, {}, "a=1").body, { text: "a=1" })
  })

  it("W3: the bytes of a body on a tape are the original bytes", () => {
    const text = (body: Parameters<typeof bytesOf>[0]) => Buffer.from(bytesOf(body)).toString("latin1")

    assert.strictEqual(text(undefined), "")
    assert.strictEqual(text({ bytes: "ÿA" }), "ÿA")
    assert.strictEqual(text({ text: "a b" }), "a b")
    assert.strictEqual(text({ form: { a: "1 2", b: "&" } }), "a=1+2&b=%26")
    assert.strictEqual(text({ json: { a: [1] } }), "{\"a\":[1]}")
  })
})

describe("tape-1: places", () => {
  const Body = Schema.Struct({
    userName: Schema.String,
    plain: Schema.Array(Schema.Struct({ a: Schema.String })),
    pair: Schema.Tuple([Schema.Number, Secret]),
    either: Schema.Union([Schema.Struct({ a: Schema.Number }), Schema.Struct({ b: Secret })]),
    record: Schema.Record(Schema.String, Schema.Boolean),
    any: Schema.ObjectKeyword,
    secret: Secret
  })
  const body = { ...root("", ["users", "get"]), types: typesOf(Body) }
  const tags = (types: ReadonlyArray<{ readonly _tag: string }>) => types.map(({ _tag }) => _tag)

  it("tape-1: a field has the types of the contract, whether its name is the one on the wire or the one in the SDK", () => {
    assert.deepStrictEqual(tags(fieldOf(body.types, "user_name")), ["String"])
    assert.deepStrictEqual(tags(fieldOf(body.types, "userName")), ["String"])
    assert.deepStrictEqual(fieldOf(body.types, "other"), [])
    assert.deepStrictEqual(tags(fieldOf(fieldOf(body.types, "record"), "other")), ["Boolean"])
    assert.deepStrictEqual(tags(fieldOf(fieldOf(body.types, "either"), "a")), ["Number"])
    assert.deepStrictEqual(fieldOf(fieldOf(body.types, "user_name"), "length"), [])
    assert.deepStrictEqual(tags(itemOf(fieldOf(body.types, "plain"))), ["Objects"])
    assert.deepStrictEqual(tags(itemOf(fieldOf(body.types, "pair"))), ["Number", "Declaration"])
    assert.deepStrictEqual(itemOf(body.types), [])
  })

  it("tape-1: everything in a secret is secret", () => {
    const secret = (name: string) => field(body, name)

    assert.isTrue(secret("secret").secret)
    assert.isTrue(secret("any").secret)
    assert.isFalse(secret("user_name").secret)
    assert.isTrue(isSecretOf(itemOf(fieldOf(body.types, "pair"))))
    assert.isTrue(item(secret("pair")).secret)
    assert.isFalse(item(secret("plain")).secret)
    assert.isTrue(item({ ...secret("plain"), secret: true }).secret)
    assert.deepInclude(field({ ...secret("plain"), secret: true }, "deep_field"), {
      name: "plain",
      path: ["users", "get", "plain", "deepField"],
      secret: true
    })
  })

  it("tape-1: an unknown field is secret if the contract has a secret with the same name", () => {
    assert.isTrue(field(root("", []), "access_token").secret)
    assert.isTrue(field(root("", []), "password").secret)
    assert.isFalse(field(root("", []), "display_name").secret)
    assert.isFalse(
      field({ ...root("", []), types: typesOf(Schema.Struct({ password: Schema.String })) }, "password").secret
    )
  })

  it("tape-1: a path consists of names in camelCase, without positions in arrays", () => {
    assert.deepStrictEqual(field(body, "user_name").path, ["users", "get", "userName"])
    assert.deepStrictEqual(item(field(body, "plain")).path, ["users", "get", "plain"])
    assert.deepStrictEqual(root("text", ["a"]).path, ["a", "text"])
    assert.deepStrictEqual(root("", ["a"]).path, ["a"])
    assert.deepStrictEqual(["a_b", "a-b-c", "a_1", "aB", "a_B", "a__b"].map(camelCase), [
      "aB",
      "aBC",
      "a1",
      "aB",
      "a_B",
      "a_B"
    ])
  })

  it("tape-1: a field of a record doesn't count as a field of the contract", () => {
    assert.isTrue(hasField(body, "user_name"))
    assert.isFalse(hasField(body, "other"))
    assert.isFalse(hasField(field(body, "record"), "other"))
    assert.isFalse(hasField(root("", []), "user_name"))
    assert.isFalse(hasField(field(body, "user_name"), "length"))
  })

  it("tape-1: a walk visits every string, name and number, and nothing else", () => {
    const value = { a: ["x", 1, null, true], b: { c: "y" } }
    const visited = inside(
      {
        text: (text, { path }) => `${text} ${path.join(".")}`,
        name: (name, { path }) => `${path.join(".")}>${name}`,
        number: (number, { path }) => `${number} ${path.join(".")}`
      },
      value,
      root("", ["r"])
    )

    assert.deepStrictEqual(visited, { "r>a": ["x r.a", "1 r.a", null, true], "r>b": { "r.b>c": "y r.b.c" } })
  })
})
