import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { mayHoldSecret } from "../../../layers/reads/storable.ts"
import { endpoints } from "../../../schemas/catalogue.ts"
import { schemasOf } from "../../../schemas/compiled/schemasOf.ts"
import type { AnyEndpoint } from "../../../schemas/Endpoint.ts"
import { Secret } from "../../../schemas/fields.ts"

interface Tree {
  readonly secret: Redacted.Redacted
  readonly children: ReadonlyArray<Tree>
}

describe("values stored beyond the program's lifetime", () => {
  const Nested: Schema.Codec<Tree, unknown> = Schema.Struct({
    children: Schema.Array(Schema.suspend((): Schema.Codec<Tree, unknown> => Nested)),
    secret: Secret
  }) as never

  for (
    const [what, schema] of [
      ["a secret", Secret],
      ["Effect's Redacted", Schema.Redacted(Schema.String)],
      ["Redacted from plain text", Schema.RedactedFromValue(Schema.String)],
      ["a nested secret", Schema.Struct({ list: Schema.Array(Schema.Struct({ key: Schema.NullOr(Secret) })) })],
      ["an optional secret", Schema.Struct({ key: Schema.optionalKey(Secret) })],
      ["a secret in a union", Schema.Union([Schema.String, Secret])],
      ["a secret in a recursive schema", Nested],
      ["a secret in a tuple", Schema.Tuple([Schema.String, Secret])],
      ["a secret in a record", Schema.Record(Schema.String, Secret)],
      ["a secret in an Option", Schema.Option(Secret)]
    ] as ReadonlyArray<readonly [string, Schema.Constraint]>
  ) {
    it(`N10: a read whose schema may hold a secret is never stored: ${what}`, () => {
      assert.isTrue(mayHoldSecret(schema))
    })
  }

  it("a read with a recursive schema without secrets can be stored", () => {
    interface List {
      readonly next: List | null
    }
    const List: Schema.Codec<List> = Schema.Struct({ next: Schema.NullOr(Schema.suspend(() => List)) })

    assert.isFalse(mayHoldSecret(List))
    assert.isFalse(mayHoldSecret(Schema.Struct({ at: Schema.DateFromString, any: Schema.Unknown })))
  })

  /** Whether a value contains a secret. */
  const hasSecret = (value: unknown): boolean =>
    Redacted.isRedacted(value)
    || (typeof value === "object" && value !== null && Object.values(value).some(hasSecret))

  const samplesOf = (output: Schema.Codec<any, unknown>) =>
    Effect.runSync(Arbitrary.sampleEffect(Arbitrary.schema(output), { count: 5, seed: 9 }))

  it("N10: responses that may contain a secret are excluded from stored reads, and all others are included", () => {
    const stored = endpoints.filter(({ spec }) => !mayHoldSecret(schemasOf(spec).output))
    const excluded = endpoints.filter(({ spec }) => mayHoldSecret(schemasOf(spec).output))

    assert.isAbove(stored.length, 100)
    assert.deepStrictEqual(
      stored.filter(({ spec }) => samplesOf(schemasOf(spec).output).some(hasSecret)).map(nameOf),
      []
    )
    assert.includeMembers(excluded.map(nameOf), ["password.signIn", "userApiKeys.create"])
  })

  const nameOf = ({ spec }: AnyEndpoint) => spec.name
})
