import { assert, describe, it } from "@effect/vitest"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { AccessTokenClaims } from "../../../../schemas/entities/AccessTokenClaims.ts"
import { spelled, userOf } from "../../../../src/backend/token/TokenUser.ts"
import { runs } from "../../../support/suite/properties.ts"

const decode = Schema.decodeUnknownOption(AccessTokenClaims)

const maybe = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(schema)

/** Claims with the names of any revision of the platform. */
const Written = Schema.Struct({
  sub: Schema.String,
  role: maybe(Schema.Literals(["authenticated", "anon"])),
  branchId: maybe(Schema.String),
  refreshTokenId: maybe(Schema.String),
  name: maybe(Schema.NullOr(Schema.String)),
  email: maybe(Schema.NullOr(Schema.String)),
  email_verified: maybe(Schema.Boolean),
  selected_team_id: maybe(Schema.NullOr(Schema.String)),
  signed_up_at: maybe(Schema.Int),
  is_anonymous: maybe(Schema.Boolean),
  is_restricted: maybe(Schema.Boolean),
  restricted_reason: maybe(Schema.NullOr(Schema.Struct({ type: Schema.String }))),
  requires_totp_mfa: maybe(Schema.Boolean)
})

describe("userOf", () => {
  it.prop(
    "an access token's claims are read without the contract's schema, but with the same result",
    [Written],
    ([claims]) => {
      const contract = Option.getOrThrow(decode(claims))
      const user = userOf(claims)

      assert.strictEqual(user.id, contract.sub)
      assert.strictEqual(user.displayName, contract.name)
      assert.strictEqual(user.primaryEmail, contract.email)
      assert.strictEqual(user.primaryEmailVerified, contract.emailVerified)
      assert.strictEqual(user.selectedTeamId, contract.selectedTeamId)
      assert.strictEqual(user.requiresTotpMfa, contract.requiresTotpMfa)
      assert.strictEqual(user.isAnonymous, contract.isAnonymous)
      assert.strictEqual(user.isRestricted, contract.isRestricted ?? false)
      assert.strictEqual(user.restrictedReason, contract.restrictedReason?.type ?? null)
      assert.strictEqual(user.signedUpAt?.getTime(), contract.signedUpAt?.getTime())
      assert.strictEqual(spelled(claims, "branch_id", "branchId"), contract.branchId)
      assert.strictEqual(spelled(claims, "refresh_token_id", "refreshTokenId"), contract.refreshTokenId)
    },
    { arbitrary: { runs: runs(300) } }
  )

  it.prop(
    "J1: reading an access token's claims never throws, whatever the claims are",
    [Schema.Record(Schema.String, Schema.Json)],
    ([claims]) => {
      const user = userOf({ ...claims, sub: 7, signed_up_at: 1e300, restricted_reason: [] })

      assert.strictEqual(user.id, "")
      assert.strictEqual(user.signedUpAt, undefined)
      assert.isNull(user.restrictedReason)
    }
  )
})
