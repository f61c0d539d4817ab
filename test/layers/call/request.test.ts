import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { encode, secretsOf } from "../../../layers/call/request.ts"
import { type AnyEndpoint, endpoint } from "../../../schemas/Endpoint.ts"
import * as oauth from "../../../schemas/endpoints/oauth.ts"
import { type CallError, InvalidInput } from "../../../schemas/errors/index.ts"
import { Json, Secret } from "../../../schemas/fields.ts"
import { failureOf, settled } from "../../support/contract/calls.ts"
import { projectId } from "../../support/contract/project.ts"
import { json, scriptedTransport } from "../../support/platform/scriptedTransport.ts"

const Nothing = Schema.Struct({})

const get = endpoint("client", "t.get", "GET /things/{thing_id}/parts/{part}", {
  input: {
    thingId: Schema.String,
    part: Schema.String,
    search: Schema.optional(Schema.String),
    limit: Schema.optional(Schema.Int)
  },
  output: Nothing
})

const post = endpoint("client", "t.post", "POST /things", {
  input: {
    displayName: Schema.optional(Schema.NullOr(Schema.String)),
    metadata: Schema.optional(Json),
    password: Schema.optional(Secret),
    dryRun: Schema.optional(Schema.String)
  },
  query: ["dryRun"],
  output: Nothing
})

const patch = endpoint("client", "t.patch", "PATCH /things/{thing_id}", {
  input: { thingId: Schema.String, displayName: Schema.String, dryRun: Schema.optional(Schema.String) },
  query: ["dryRun"],
  output: Nothing
})

const bare = endpoint("client", "t.bare", "POST /things/anonymous", { output: Nothing, body: "none" })

const target = ({ spec }: AnyEndpoint, input: object) => Result.getOrThrow(encode(spec, input))

const rejectionOf = ({ spec }: AnyEndpoint, input: object): InvalidInput => {
  const result = encode(spec, input)
  if (Result.isSuccess(result)) throw new Error(`accepted: ${JSON.stringify(result.success)}`)
  assert.instanceOf(result.failure, InvalidInput)
  return result.failure
}

describe("input of a call", () => {
  it("an input is encoded into path, query and body with the platform's names", () => {
    assert.deepStrictEqual(target(get, { thingId: "1", part: "2", search: "a b&c", limit: 3 }), {
      path: "/things/1/parts/2?search=a+b%26c&limit=3",
      contentType: undefined,
      body: undefined
    })
    assert.deepStrictEqual(target(post, { displayName: null, dryRun: "yes" }), {
      path: "/things?dry_run=yes",
      contentType: "application/json",
      body: "{\"display_name\":null}"
    })
    assert.deepStrictEqual(target(patch, { thingId: "1", displayName: "Ada", dryRun: "yes" }), {
      path: "/things/1?dry_run=yes",
      contentType: "application/json",
      body: "{\"display_name\":\"Ada\"}"
    })
  })

  it("an input without fields is an empty object, or no body if the platform expects none", () => {
    assert.deepStrictEqual(target(post, {}), { path: "/things", contentType: "application/json", body: "{}" })
    assert.deepStrictEqual(target(bare, {}), { path: "/things/anonymous", contentType: undefined, body: undefined })
  })

  it("a request omits undefined fields", () => {
    const undefinedFields = { displayName: undefined, displayname: undefined, dryRun: undefined }

    assert.deepStrictEqual(target(post, undefinedFields), {
      path: "/things",
      contentType: "application/json",
      body: "{}"
    })
  })

  it("an input is encoded as a form if the platform expects one", () => {
    const input = {
      refreshToken: Redacted.make("r&t"),
      clientId: "c",
      clientSecret: Redacted.make("s"),
      grantType: "refresh_token"
    }
    const { body, contentType } = target(oauth.refresh, input)

    assert.strictEqual(contentType, "application/x-www-form-urlencoded;charset=UTF-8")
    assert.deepStrictEqual(Object.fromEntries(new URLSearchParams(body)), {
      grant_type: "refresh_token",
      refresh_token: "r&t",
      client_id: "c",
      client_secret: "s"
    })
  })

  const segments = ["a/b", "..%2f", "?x=1", "#x", "%", "ü", "😀", "a b", "$&", "{part}", "\u0000", "..."]
  for (const segment of segments) {
    it(`J3: the id ${JSON.stringify(segment)} stays one path segment`, () => {
      const url = new URL(target(get, { thingId: segment, part: "p" }).path, "https://api.test")

      assert.deepStrictEqual(url.pathname.split("/").map(decodeURIComponent), ["", "things", segment, "parts", "p"])
      assert.strictEqual(url.search + url.hash, "")
    })
  }

  for (const segment of ["", ".", "..", "\ud800"]) {
    it(`J3: the id ${JSON.stringify(segment)} is rejected as a path segment`, () => {
      assert.deepStrictEqual(rejectionOf(get, { thingId: segment, part: "p" }).issues, [
        { path: "thing_id", problem: "Expected an id that is valid in a path" }
      ])
    })
  }

  it("an input is rejected with the path of every problem and without values", () => {
    const { issues, message } = rejectionOf(get, { thingId: { canary: 1 }, limit: "canary" })

    assert.deepStrictEqual(issues.map(({ path }) => path).sort(), ["limit", "part", "thingId"])
    assert.notInclude(message, "canary")
  })

  it("an input is rejected if it has an unknown field", () => {
    assert.deepStrictEqual(rejectionOf(post, { displayname: "x" }).issues.map(({ path }) => path), ["displayname"])
  })

  const cyclic: { self?: unknown } = {}
  cyclic.self = cyclic
  let deep: unknown = {}
  for (let n = 0; n < 100_000; n++) deep = [deep]
  const impossible: ReadonlyArray<readonly [what: string, metadata: unknown]> = [
    ["a cycle", cyclic],
    ["a bigint", 1n],
    ["100,000 levels", deep],
    ["a toJSON that throws", {
      toJSON: () => {
        throw new Error("canary")
      }
    }]
  ]
  for (const [what, metadata] of impossible) {
    it(`J1: an input is rejected if metadata has ${what}`, () => {
      assert.deepStrictEqual(rejectionOf(post, { metadata }).issues, [
        { path: "", problem: "Expected JSON: no cycles, no bigint, not nested thousands of levels deep" }
      ])
    })
  }

  for (const name of ["refreshToken", "clientSecret"] as const) {
    const input = { refreshToken: Redacted.make("r"), clientId: projectId, clientSecret: Redacted.make("s") }
    it(`B14: the text "undefined" as ${name} is ${name === "refreshToken" ? "rejected" : "accepted, because it is not a token"}`, () => {
      const result = encode(oauth.refresh.spec, { ...input, [name]: Redacted.make("undefined") })

      assert.deepStrictEqual(
        Result.isFailure(result) ? result.failure.issues : [],
        name === "refreshToken"
          ? [{ path: "refresh_token", problem: "Expected a token, got the string \"undefined\"" }]
          : []
      )
    })
  }

  it.effect("a rejected input is never sent", () =>
    Effect.gen(function*() {
      const transport = scriptedTransport(json({}))
      const exit = yield* settled(get({ thingId: "..", part: "p" }), transport.layer)
      const error = failureOf(exit) as CallError

      assert.strictEqual(error.endpoint, "t.get")
      assert.instanceOf(error.reason, InvalidInput)
      assert.strictEqual(
        error.message,
        "Nothing was sent, because the input is invalid: thing_id: Expected an id that is valid in a path."
      )
      assert.strictEqual(transport.requests.length, 0)
    }))
})

describe("secrets of an input", () => {
  it("redacted values count as secrets of an input at any depth", () => {
    const input = {
      a: Redacted.make("one"),
      b: { c: [Redacted.make("two"), 3] },
      d: "four",
      e: Redacted.make(5),
      f: null,
      g: undefined
    }

    assert.deepStrictEqual(secretsOf(input), ["one", "two"])
  })

  it("P1: a project configuration sent as input and each string in it count as secrets", () => {
    const document =
      "{\"emails.server\":{\"password\":\"correct horse\",\"port\":25},\"domains\":[\"https://app.test\"]}"

    assert.deepStrictEqual(secretsOf({ configString: Redacted.make(document) }), [
      document,
      "correct horse",
      "https://app.test"
    ])
    for (const other of ["{\"", "[\"correct horse\"]", "\"correct horse\"}", "25"]) {
      assert.deepStrictEqual(secretsOf({ configString: Redacted.make(other) }), [other])
    }
  })

  it("the secrets of an input are found up to ten levels deep", () => {
    const nested = (levels: number): unknown => levels === 0 ? Redacted.make("one") : { in: nested(levels - 1) }

    assert.deepStrictEqual(secretsOf(nested(10)), ["one"])
    assert.deepStrictEqual(secretsOf(nested(11)), [])
  })
})
