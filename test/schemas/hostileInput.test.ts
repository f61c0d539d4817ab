/** Hostile external data causes failures, but never an exception. docs/laws.md J1–J5. */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { encode } from "../../layers/call/request.ts"
import { read } from "../../layers/call/response.ts"
import { endpoints } from "../../schemas/catalogue.ts"
import { schemasOf } from "../../schemas/compiled/schemasOf.ts"
import { endpoint, type Spec } from "../../schemas/Endpoint.ts"
import * as otp from "../../schemas/endpoints/otp.ts"
import * as users from "../../schemas/endpoints/users.ts"
import { User } from "../../schemas/entities/User.ts"
import { DecodeError, InvalidInput } from "../../schemas/errors/CallError.ts"
import { Code, Email, ImageUrl, Password, QueryInt, StrictEmail, Url, UserId, Uuid } from "../../schemas/fields.ts"
import { received } from "../../schemas/received.ts"
import { runs } from "../support/suite/properties.ts"

const decode = (spec: Spec, text: string) =>
  read(
    spec,
    [],
    { status: 200, headers: { get: () => null }, body: new TextEncoder().encode(text) },
    (text) => text,
    0
  )

/** Asserts that the result is a success or a failure of a known type. An exception fails the test. */
const fails = (spec: Spec, text: string) => {
  const result = decode(spec, text)
  if (Result.isFailure(result)) assert.instanceOf(result.failure.error(1), DecodeError, spec.name)
}

const samplesOf = (spec: Spec): ReadonlyArray<unknown> =>
  Effect.runSync(Arbitrary.sampleEffect(Arbitrary.schema(schemasOf(spec).output), { count: 2, seed: 7 })).map((value) =>
    JSON.parse(JSON.stringify(Schema.encodeUnknownSync(schemasOf(spec).output)(value)))
  )

/** Returns copies of the value. In each copy, `hostile` replaces one node. */
const replacements = (value: unknown, hostile: unknown): ReadonlyArray<unknown> => {
  const nodes = pathsIn(value)
  const step = Math.ceil(nodes.length / 8)
  return nodes.filter((_, at) => at % step === 0).map((path) => replaced(value, path, hostile))
}

const pathsIn = (value: unknown): ReadonlyArray<ReadonlyArray<string>> =>
  typeof value !== "object" || value === null
    ? [[]]
    : [[], ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner).map((path) => [key, ...path]))]

const replaced = (value: unknown, [key, ...rest]: ReadonlyArray<string>, hostile: unknown): unknown => {
  if (key === undefined) return hostile
  const inner = replaced((value as { readonly [key: string]: unknown })[key], rest, hostile)
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...value as object, [key]: inner }
}

const proto = JSON.parse(
  "{\"__proto__\": {\"polluted\": true}, \"constructor\": {\"prototype\": {\"polluted\": true}}}"
)
const hostile: ReadonlyArray<unknown> = [
  null,
  true,
  -1,
  1e308,
  "",
  "a".repeat(1000),
  "\u0000\ud800",
  [],
  [[[]]],
  {},
  proto,
  { toString: 1, valueOf: null, hasOwnProperty: "x", toJSON: {} }
]

const isClean = () => {
  assert.isUndefined(({} as { polluted?: unknown }).polluted)
  assert.isUndefined((Object as unknown as { polluted?: unknown }).polluted)
}

const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels)

const deepObject = (levels: number) => "{\"items\":".repeat(levels) + "0" + "}".repeat(levels)

/** Decoders of fields that validate their value, by kind. */
const fieldKinds = { Code, Email, ImageUrl, Password, QueryInt, StrictEmail, Url, UserId, Uuid }

describe("hostile responses", () => {
  it.prop(
    "J1: every endpoint decodes or rejects any JSON, without throwing",
    [Arbitrary.schema(Schema.Json)],
    ([json]) => {
      const text = JSON.stringify(json)
      for (const { spec } of endpoints) fails(spec, text)
      isClean()
      // fewer than 200 runs, because each run decodes with every endpoint
    },
    { arbitrary: { runs: runs(50) } }
  )

  it("J1: a valid response with any one value replaced by a hostile one is decoded or rejected", () => {
    for (const { spec } of endpoints) {
      const [sample] = samplesOf(spec)
      for (const value of hostile) {
        for (const changed of replacements(sample, value)) fails(spec, JSON.stringify(changed))
      }
    }
    isClean()
  })

  it("J1: keys such as __proto__ and constructor change no prototype and reach no entity", () => {
    for (const { spec } of endpoints) {
      for (const sample of samplesOf(spec)) {
        if (typeof sample !== "object" || sample === null || Array.isArray(sample)) continue
        const text = JSON.stringify({ ...sample, "\u0000": 0 }).replace(
          "\"\\u0000\":0",
          JSON.stringify(proto).slice(1, -1)
        )
        const result = decode(spec, text)
        if (Result.isFailure(result) || typeof result.success !== "object" || result.success === null) continue
        assert.notProperty(result.success, "polluted", spec.name)
      }
    }
    isClean()
  })

  it("J1: every endpoint decodes or rejects JSON that is nested thousands of levels deep", () => {
    for (const { spec } of endpoints) {
      fails(spec, deep(5000))
      fails(spec, deepObject(5000))
    }
  })

  it("J1: JSON that is nested a million levels deep is decoded or rejected", () => {
    fails(users.getMe.spec, deepObject(1_000_000))
    fails(
      users.getMe.spec,
      JSON.stringify({ ...profile, client_metadata: "deep" }).replace("\"deep\"", deep(1_000_000))
    )
  })

  it("J1: a response that isn't JSON is rejected, or returned if the output is text", () => {
    for (const text of ["", " ", "<html></html>", "{\"a\":", "NaN", "\ufeff{}", "undefined"]) {
      for (const { spec } of endpoints) fails(spec, text)
    }
  })
})

describe("hostile input", () => {
  it.prop(
    "J1: any JSON for the fields of a request is accepted or rejected",
    [Arbitrary.schema(Schema.Json)],
    ([json]) => {
      for (const { spec } of endpoints) {
        const names = Object.keys(schemasOf(spec).input)
        const input = Object.fromEntries(names.map((name) => [name, json]))
        const target = encode(spec, input)
        if (Result.isFailure(target)) assert.instanceOf(target.failure, InvalidInput)
        received(
          spec,
          Object.fromEntries(names.map((name) => [name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`), json]))
        )
      }
      isClean()
      // fewer than 200 runs, because each run encodes with every endpoint
    },
    { arbitrary: { runs: runs(50) } }
  )

  it("J1: every field of every endpoint rejects values that throw or can't be read, without throwing", () => {
    for (const [name, value] of Object.entries(unreadable())) {
      for (const { spec } of endpoints) {
        for (const field of Object.keys(schemasOf(spec).input)) {
          const target = encode(spec, { [field]: value })
          if (Result.isSuccess(target)) continue
          assert.instanceOf(target.failure, InvalidInput, `${spec.name} ${field}: ${name}`)
          assert.isNotEmpty(target.failure.issues)
        }
        assert.isBoolean(Result.isSuccess(encode(spec, Object(value))), `${spec.name}: ${name}`)
      }
    }
  })

  it("J1: the rejection of a secret that isn't text, or that can't be read, names the field", () => {
    const wiped = Redacted.make("x")
    Redacted.wipeUnsafe(wiped)
    for (const code of [wiped, ...[7, null, {}, [], 1n, Symbol("x")].map((value) => Redacted.make(value))]) {
      const target = encode(otp.signIn.spec, { code })
      assert.deepStrictEqual(
        Result.isFailure(target) && target.failure.issues.map(({ path }) => path),
        ["code"]
      )
    }
  })

  it("J1: metadata that isn't JSON, or is nested too deeply to be encoded, is rejected before the request", () => {
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    const notJson: ReadonlyArray<unknown> = [
      cycle,
      1n,
      JSON.parse(deep(1_000_000)),
      {
        get trap() {
          throw new Error("never read")
        }
      }
    ]
    for (const clientMetadata of notJson) {
      const target = encode(users.updateMe.spec, { clientMetadata })
      assert.isTrue(Result.isFailure(target))
    }
  })

  it("J2: every field check finishes quickly, even on the 100 KB string that is slowest for that check", () => {
    // `regularExpressions.test.ts` measures the package's own expressions. An expression of Effect that backtracks
    // would take too long here.
    const worst = ["a", "a.", "@", "a@", "-", "0", " ", ".", "a-", "data:image/png;base64,", "é"].flatMap((unit) =>
      ["", "!", "@", "\n"].map((end) => unit.repeat(Math.ceil(100_000 / unit.length)) + end)
    )
    for (const [name, schema] of Object.entries(fieldKinds)) {
      const decode = Schema.decodeUnknownResult(schema as Schema.Codec<unknown>)
      for (const text of [...worst, ...worst.map((text) => `a@${text}`)]) {
        assert.isBoolean(Result.isSuccess(decode(text)), name)
      }
    }
  })

  const ids = Arbitrary.map(Arbitrary.schema(Schema.String), (text) => `a${text.replace(/\p{Surrogate}/gu, "?")}`)

  it.prop("J3: an id stays one path segment, whatever it contains", [ids], ([id]) => {
    for (const hostile of [id, `../${id}`, `${id}/..`, "%2e%2e%2f", "a?b=c#d", "🔑/\\", "a%00b"]) {
      const target = Result.getOrThrow(encode(thing.spec, { thingId: hostile, partId: id }))
      const parts = target.path.split("/")
      assert.lengthOf(parts, 5)
      assert.notMatch(target.path, /[?#\\ ]/)
      assert.deepStrictEqual([decodeURIComponent(parts[2]!), decodeURIComponent(parts[4]!)], [hostile, id])
      assert.strictEqual(new URL(`https://api.test${target.path}`).pathname.split("/").length, 5)
    }
  })

  it("J3: an id that would change the path, or can't be encoded, is rejected", () => {
    for (const id of ["", ".", "..", "\ud800"]) {
      assert.isTrue(Result.isFailure(encode(thing.spec, { thingId: id, partId: "a" })))
    }
  })
})

/** Values of the field types that throw when they are read, or that only look like such values. */
const unreadable = (): { readonly [name: string]: unknown } => {
  const throwing = () => {
    throw new RangeError("a trap")
  }
  const traps = { get: throwing, has: throwing, ownKeys: throwing, getPrototypeOf: throwing }
  const { proxy: revoked, revoke } = Proxy.revocable({}, {})
  revoke()
  const wiped = Redacted.make("x")
  Redacted.wipeUnsafe(wiped)
  return {
    revoked,
    wiped,
    "a list of a revoked proxy": [revoked],
    "a proxy with traps": new Proxy({}, traps),
    "a function with traps": new Proxy(() => {}, traps),
    "a getter that throws": Object.defineProperty({}, "id", { enumerable: true, get: throwing }),
    "a conversion to text that throws": { toString: throwing, toJSON: throwing, [Symbol.toPrimitive]: throwing },
    "an object with the prototype of a Date": Object.create(Date.prototype),
    "a proxy of a Date": new Proxy(new Date(), {}),
    "an invalid Date": new Date(Number.NaN),
    "a secret that is a number": Redacted.make(7),
    "a secret that is a revoked proxy": Redacted.make(revoked),
    "an object with the prototype of a secret": Object.create(Redacted.make("x")),
    "half a surrogate pair": "\ud800",
    "a String object": new String("x"),
    "a symbol": Symbol("x"),
    "a bigint": 1n
  }
}

const thing = endpoint("client", "things.getPart", "GET /things/{thing_id}/parts/{part_id}", {
  input: { thingId: Schema.String, partId: Schema.String },
  output: Schema.String
})

const profile = {
  id: "3f0c1a52-7d4e-4b8a-9c6d-2e1f5a7b9c0d",
  primary_email: null,
  primary_email_verified: false,
  display_name: null,
  selected_team: null,
  selected_team_id: null,
  profile_image_url: null,
  signed_up_at_millis: 0,
  has_password: false,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  client_metadata: null,
  client_read_only_metadata: null,
  is_anonymous: false,
  oauth_providers: [],
  auth_with_email: false,
  requires_totp_mfa: false
}

const roundTrip = (user: object): unknown => {
  const read = Result.getOrThrow(decode(users.getMe.spec, JSON.stringify(user)))
  return Schema.encodeUnknownSync(User)(read)
}

describe("values that must not change", () => {
  it.prop("J4: any JSON in metadata is encoded and decoded unchanged", [Arbitrary.schema(Schema.Json)], ([json]) => {
    const metadata = JSON.parse(JSON.stringify(json))
    const sent = Result.getOrThrow(encode(users.updateMe.spec, { clientMetadata: metadata }))
    assert.deepStrictEqual(JSON.parse(sent.body!), { client_metadata: metadata })
    const user = { ...profile, client_metadata: metadata, client_read_only_metadata: [metadata] }
    assert.deepStrictEqual(roundTrip(user), user)
  })

  it("J4: metadata may have keys that every object inherits", () => {
    const metadata = JSON.parse("{\"__proto__\": {\"a\": 1}, \"constructor\": 2, \"toString\": 3, \"then\": 4}")

    const { clientMetadata } = Result.getOrThrow(
      decode(users.getMe.spec, JSON.stringify({ ...profile, client_metadata: metadata }))
    ) as User

    assert.strictEqual(JSON.stringify(clientMetadata), JSON.stringify(metadata))
  })

  it("J5: times at the limits of Date are decoded, and times beyond are rejected", () => {
    for (const millis of [8.64e15, -8.64e15, 0, -1]) {
      const user = { ...profile, signed_up_at_millis: millis }
      assert.deepStrictEqual(roundTrip(user), user)
    }
    for (const millis of [8.64e15 + 1, 1e300, -1e300]) {
      fails(users.getMe.spec, JSON.stringify({ ...profile, signed_up_at_millis: millis }))
    }
  })

  it("J5: numbers beyond 2^53 in metadata are kept as precisely as JSON allows", () => {
    for (const value of [2 ** 53 + 2, 1e308, 5e-324, -0.1]) {
      const user = { ...profile, client_metadata: { value } }
      assert.deepStrictEqual(roundTrip(user), user)
    }
  })
})
