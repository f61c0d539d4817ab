/** The compiled contract agrees with the schemas that it was compiled from. docs/laws.md J7. */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { endpoints, errors } from "../../schemas/catalogue.ts"
import { detailsOf, schemasOf } from "../../schemas/compiled/schemasOf.ts"
import { decodeWith } from "../../schemas/compiled/shapes.ts"
import { AccessTokenClaims } from "../../schemas/entities/AccessTokenClaims.ts"
import { issuesOf } from "../../schemas/issuesOf.ts"
import { compiler, evaluated } from "../support/contract/compiled.ts"
import { damaged } from "../support/contract/damaged.ts"
import { everyEndpoint } from "../support/contract/everyCall.ts"

type AnySchema = Schema.Codec<any, any>

const samplesOf = (schema: AnySchema, count: number): ReadonlyArray<unknown> =>
  Effect.runSync(Arbitrary.sampleEffect(Arbitrary.schema(schema), { count, seed: 11 }))

/** How a decoder responds: the value, or the issues. */
const shown = (result: Result.Result<unknown, unknown>) =>
  Result.isSuccess(result) ? { value: result.success } : { issues: result.failure }

const bySchema = (decode: (value: unknown) => Result.Result<unknown, Schema.SchemaError>) => (value: unknown) =>
  shown(Result.mapError(decode(value), issuesOf))

/** Asserts that both decoders agree on values and on damaged copies of them. Returns how many were compared. */
const compare = (
  values: ReadonlyArray<unknown>,
  expected: (value: unknown) => unknown,
  actual: (value: unknown) => unknown
): number => {
  let compared = 0
  for (const value of values) {
    assert.deepStrictEqual(actual(value), expected(value))
    for (const [fault, copy] of damaged(value)) {
      compared++
      assert.deepStrictEqual(actual(copy), expected(copy), fault)
    }
  }
  return compared
}

describe("compiled contract", () => {
  it("J7: for every endpoint, the compiled contract decodes arbitrary responses and damaged copies exactly as the schema does", () => {
    let compared = 0
    for (const { spec } of endpoints) {
      const encode = Schema.encodeUnknownSync(schemasOf(spec).output)
      const shape = evaluated(compiler.read(schemasOf(spec).output))
      const values = samplesOf(schemasOf(spec).output, 1).map((value) => JSON.parse(JSON.stringify(encode(value))))
      compared += compare(
        values,
        bySchema(Schema.decodeUnknownResult(schemasOf(spec).output)),
        (value) => shown(decodeWith(shape, value))
      )
    }
    assert.isAbove(compared, 10_000)
  })

  it("J7: for every endpoint, the compiled contract encodes arbitrary inputs and damaged copies exactly as the schema does", () => {
    let compared = 0
    for (const { endpoint: { spec }, input } of everyEndpoint) {
      if (Object.keys(schemasOf(spec).input).length === 0) continue
      const shape = evaluated(compiler.write(schemasOf(spec).inputSchema))
      const options = { errors: "all", onExcessProperty: "error" } as const
      compared += compare(
        [input],
        bySchema(Schema.encodeUnknownResult(schemasOf(spec).inputSchema, options)),
        (value) => shown(decodeWith(shape, value, true))
      )
    }
    assert.isAbove(compared, 5000)
  })

  it("J7: the compiled contract decodes the details of every known error exactly as the schemas do", () => {
    for (const { spec } of errors) {
      for (const field of Object.values(detailsOf(spec)) as ReadonlyArray<unknown> as ReadonlyArray<AnySchema>) {
        const encode = Schema.encodeUnknownSync(field)
        const shape = evaluated(compiler.read(field))
        compare(
          samplesOf(field, 3).map((value) => encode(value)),
          bySchema(Schema.decodeUnknownResult(field)),
          (value) => shown(decodeWith(shape, value))
        )
      }
    }
  })

  it("J7: the compiled contract decodes the claims of access tokens exactly as the schema does", () => {
    const shape = evaluated(compiler.read(AccessTokenClaims))
    const encode = Schema.encodeUnknownSync(AccessTokenClaims)
    compare(
      samplesOf(AccessTokenClaims, 20).map((value) => encode(value)),
      bySchema(Schema.decodeUnknownResult(AccessTokenClaims)),
      (value) => shown(decodeWith(shape, value))
    )
  })
})
