import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { ClientAccess } from "../../schemas/access.ts"
import { endpoints } from "../../schemas/catalogue.ts"
import { wrapSecrets } from "../../schemas/compiled/redacted.ts"
import { schemasOf } from "../../schemas/compiled/schemasOf.ts"
import { endpoint } from "../../schemas/Endpoint.ts"
import * as Password from "../../schemas/endpoints/password.ts"
import { Json, Secret } from "../../schemas/fields.ts"

const isWrapped = (value: unknown) => Redacted.isRedacted(value) ? Redacted.value(value) : undefined

/** Returns the input that the call passes to its access level. */
const received = (call: Effect.Effect<unknown, unknown, ClientAccess>) =>
  Effect.gen(function*() {
    const inputs: Array<Record<string, unknown>> = []
    const caller = { call: (_: unknown, input: object) => Effect.sync(() => inputs.push({ ...input })) }
    yield* Effect.provideService(call, ClientAccess, caller)
    return inputs[0]!
  })

describe("secrets in inputs", () => {
  it.effect("a secret given as text is wrapped before the access level gets it", () =>
    Effect.gen(function*() {
      const input = yield* received(Password.signIn({ email: "ada@example.com", password: "canary" }))

      assert.strictEqual(input["email"], "ada@example.com")
      assert.strictEqual(isWrapped(input["password"]), "canary")
      assert.notInclude(JSON.stringify(input), "canary")
    }))

  it.effect("a wrapped secret of an input is passed on as the same object", () =>
    Effect.gen(function*() {
      const password = Redacted.make("canary")

      const input = yield* received(Password.signIn({ email: "ada@example.com", password }))

      assert.strictEqual(input["password"], password)
    }))

  it("text in every secret field of the contract is wrapped as a redacted value", () => {
    const wrapped = endpoints.flatMap(({ spec }) =>
      Object.keys(schemasOf(spec).input).filter((name) => {
        const given = wrapSecrets(schemasOf(spec).inputSchema, { [name]: "text" }) as Record<string, unknown>
        return Redacted.isRedacted(given[name])
      }).map((name) => `${spec.name} ${name}`)
    )
    const secret = endpoints.flatMap(({ spec }) =>
      Object.entries(schemasOf(spec).input)
        .filter(([, field]) => {
          const takes = Schema.is(field as Schema.Codec<unknown>)
          // long enough for a code, short enough for a password, and valid base64 for a TOTP secret
          return ["a".repeat(45), "YWJj", "123456"].some((text) =>
            takes(Redacted.make(text)) && !takes(text) && !takes(Object.create(null))
          )
        })
        .map(([name]) => `${spec.name} ${name}`)
    )

    assert.isAbove(wrapped.length, 30)
    assert.deepStrictEqual(wrapped.filter((field) => !secret.includes(field)), [])
    assert.deepStrictEqual(secret.filter((field) => !wrapped.includes(field)), [])
  })

  const nested = endpoint("client", "things.nest", "POST /things", {
    input: {
      one: Schema.optional(Schema.Struct({ name: Schema.String, key: Schema.NullOr(Secret) })),
      list: Schema.optional(Schema.Array(Secret)),
      pair: Schema.optional(Schema.Tuple([Schema.String, Secret])),
      byName: Schema.optional(Schema.Record(Schema.String, Secret)),
      either: Schema.optional(Schema.Union([Schema.Struct({ key: Secret }), Schema.Struct({ id: Schema.String })])),
      metadata: Schema.optional(Json)
    },
    output: Schema.Unknown
  })

  const places: ReadonlyArray<readonly [place: string, input: any, expected: unknown]> = [
    ["an object", { one: { name: "a", key: "b" } }, { one: { name: "a", key: Redacted.make("b") } }],
    ["a field that may be null", { one: { name: "a", key: null } }, { one: { name: "a", key: null } }],
    ["an array", { list: ["a", "b"] }, { list: [Redacted.make("a"), Redacted.make("b")] }],
    ["a tuple", { pair: ["a", "b"] }, { pair: ["a", Redacted.make("b")] }],
    ["a record", { byName: { toString: "a" } }, { byName: { toString: Redacted.make("a") } }],
    ["a member of a union", { either: { key: "a" } }, { either: { key: Redacted.make("a") } }],
    ["another member of a union", { either: { id: "a" } }, { either: { id: "a" } }],
    ["JSON, which has none", { metadata: { key: "a" } }, { metadata: { key: "a" } }]
  ]
  for (const [place, input, expected] of places) {
    it.effect(`a call wraps the secrets of ${place}`, () =>
      Effect.gen(function*() {
        assert.deepStrictEqual<unknown>(yield* received(nested(input)), expected)
      }))
  }

  it("a secret of the wrong type stays unchanged in the input, and the call rejects it", () => {
    const unfit = [null, undefined, "text", 1, { list: "text" }, { one: 1 }, { byName: null }, { pair: { 0: "a" } }]

    for (const input of unfit) {
      assert.deepStrictEqual(wrapSecrets(schemasOf(nested.spec).inputSchema, input as never), input as never)
    }
  })

  it("an input that can't be read stays unchanged, and the call rejects it", () => {
    const hostile = {
      email: "ada@example.com",
      get password(): string {
        throw new Error("no")
      }
    }

    assert.strictEqual(wrapSecrets(schemasOf(Password.signIn.spec).inputSchema, hostile), hostile)
  })
})
