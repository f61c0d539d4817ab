/** The claims of access tokens. docs/protocol.md §9. */
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { dateOfSeconds, secondsOf, spelledBothWays, spelledLater } from "../compiled/claims.ts"
import { openEnum } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"
import { RestrictedReason } from "./RestrictedReason.ts"

const Seconds = Schema.Finite.pipe(
  Schema.decodeTo(Schema.Date, {
    decode: SchemaGetter.transform(dateOfSeconds),
    encode: SchemaGetter.transform(secondsOf)
  })
)

const Payload = wireStruct({
  /** The user's id. */
  sub: Schema.String,
  /**
   * The issuer: `…/api/v1/projects/<project>`. It contains `projects-anonymous-users` for anonymous users, and
   * `projects-restricted-users` for restricted users.
   */
  iss: Schema.optionalKey(Schema.String),
  /** The project's id, followed by `:anon` for anonymous and `:restricted` for restricted users. */
  aud: Schema.optionalKey(Schema.Union([Schema.String, Schema.Array(Schema.String)])),
  /** Seconds since the epoch. */
  iat: Schema.optionalKey(Schema.Finite),
  /** Seconds since the epoch. */
  exp: Schema.optionalKey(Schema.Finite),
  role: Schema.optionalKey(openEnum("authenticated", "anon")),
  projectId: Schema.optionalKey(Schema.String),
  branchId: Schema.optionalKey(Schema.String),
  /** The session's id. */
  refreshTokenId: Schema.optionalKey(Schema.String),
  name: Schema.optionalKey(Schema.NullOr(Schema.String)),
  email: Schema.optionalKey(Schema.NullOr(Schema.String)),
  emailVerified: Schema.optionalKey(Schema.Boolean),
  selectedTeamId: Schema.optionalKey(Schema.NullOr(Schema.String)),
  signedUpAt: Schema.optionalKey(Seconds),
  isAnonymous: Schema.Boolean,
  isRestricted: Schema.optionalKey(Schema.Boolean),
  restrictedReason: Schema.optionalKey(Schema.NullOr(RestrictedReason)),
  requiresTotpMfa: Schema.optionalKey(Schema.Boolean)
})

/**
 * The claims of an access token. Decodes the claim names of every revision of the platform and encodes all of them, so
 * that clients of each revision can read the result. Only `sub` and `isAnonymous` are in every token. Decoding doesn't
 * verify the signature.
 */
export class AccessTokenClaims extends Schema.Opaque<AccessTokenClaims>()(
  Schema.Record(Schema.String, Schema.Unknown).pipe(
    Schema.decodeTo(Payload, {
      decode: SchemaGetter.transform(spelledLater),
      encode: SchemaGetter.transform(spelledBothWays)
    })
  )
) {}
