import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { mayHoldSecret } from "../../../layers/reads/storable.ts"
import { endpoints } from "../../../schemas/catalogue.ts"
import type { AnyEndpoint } from "../../../schemas/Endpoint.ts"
import { Secret } from "../../../schemas/fields.ts"

interface Tree {
  readonly secret: Redacted.Redacted
  readonly children: ReadonlyArray<Tree>
}

describe("what is kept beyond the program", () => {
  const Nested: Schema.Codec<Tree, unknown> = Schema.Struct({
    children: Schema.Array(Schema.suspend((): Schema.Codec<Tree, unknown> => Nested)),
    secret: Secret
  }) as never

  for (
    const [what, schema] of [
      ["a secret", Secret],
      ["one of Effect's own", Schema.Redacted(Schema.String)],
      ["one that is made of plain text", Schema.RedactedFromValue(Schema.String)],
      ["one deep inside", Schema.Struct({ list: Schema.Array(Schema.Struct({ key: Schema.NullOr(Secret) })) })],
      ["one that may be left out", Schema.Struct({ key: Schema.optionalKey(Secret) })],
      ["one of several", Schema.Union([Schema.String, Secret])],
      ["one below itself", Nested],
      ["one in a tuple", Schema.Tuple([Schema.String, Secret])],
      ["one under any name", Schema.Record(Schema.String, Secret)],
      ["one in a value of another module", Schema.Option(Secret)]
    ] as ReadonlyArray<readonly [string, Schema.Constraint]>
  ) {
    it(`N10: is nothing that may be a secret: ${what}`, () => {
      assert.isTrue(mayHoldSecret(schema))
    })
  }

  it("is what has none, however it refers to itself", () => {
    interface List {
      readonly next: List | null
    }
    const List: Schema.Codec<List> = Schema.Struct({ next: Schema.NullOr(Schema.suspend(() => List)) })

    assert.isFalse(mayHoldSecret(List))
    assert.isFalse(mayHoldSecret(Schema.Struct({ at: Schema.DateFromString, any: Schema.Unknown })))
  })

  /** Whether a value has a secret somewhere. */
  const hasSecret = (value: unknown): boolean =>
    Redacted.isRedacted(value)
    || (typeof value === "object" && value !== null && Object.values(value).some(hasSecret))

  const answersOf = (output: Schema.Codec<any, unknown>) =>
    Effect.runSync(Arbitrary.sampleEffect(Arbitrary.schema(output), { count: 5, seed: 9 }))

  it("N10: is no answer of any endpoint that has a secret, and every answer that can have none", () => {
    const kept = endpoints.filter(({ spec }) => !mayHoldSecret(spec.output))
    const refused = endpoints.filter(({ spec }) => mayHoldSecret(spec.output))

    assert.isAbove(kept.length, 100)
    assert.deepStrictEqual(kept.filter(({ spec }) => answersOf(spec.output).some(hasSecret)).map(nameOf), [])
    assert.includeMembers(refused.map(nameOf), ["password.signIn", "userApiKeys.create"])
  })

  const nameOf = ({ spec }: AnyEndpoint) => spec.name
})
