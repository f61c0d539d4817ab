/** What an access token says. docs/protocol.md §9. */
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { openEnum } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"
import { RestrictedReason } from "./RestrictedReason.ts"

const Seconds = Schema.Finite.pipe(
  Schema.decodeTo(Schema.Date, {
    decode: SchemaGetter.transform((seconds: number) => new Date(seconds * 1000)),
    encode: SchemaGetter.transform((date: Date) => date.getTime() / 1000)
  })
)

const Payload = wireStruct({
  /** The user's id. */
  sub: Schema.String,
  /** `…/api/v1/projects/<project>`; `projects-anonymous-users` and `projects-restricted-users` for the others. */
  iss: Schema.optionalKey(Schema.String),
  /** The project's id, followed by `:anon` or `:restricted` for such users. */
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

type Raw = { readonly [claim: string]: unknown }

/** Fills in what the other revision of the platform spells differently. */
const spelledLater = ({ branchId, refreshTokenId, ...claims }: Raw): Raw => ({
  ...(branchId !== undefined && { branch_id: branchId }),
  ...(refreshTokenId !== undefined && { refresh_token_id: refreshTokenId }),
  is_anonymous: claims["role"] === "anon",
  ...claims
})

const spelledBothWays = (claims: Raw): Raw => ({
  ...claims,
  ...(claims["branch_id"] !== undefined && { branchId: claims["branch_id"] }),
  ...(claims["refresh_token_id"] !== undefined && { refreshTokenId: claims["refresh_token_id"] })
})

/**
 * The claims of an access token. Reads the spellings of every revision of the platform and writes them all, so a token
 * made from it serves clients of each. Only `sub` and `isAnonymous` are in every token. Decoding is not verifying.
 */
export class AccessTokenClaims extends Schema.Opaque<AccessTokenClaims>()(
  Schema.Record(Schema.String, Schema.Unknown).pipe(
    Schema.decodeTo(Payload, {
      decode: SchemaGetter.transform(spelledLater),
      encode: SchemaGetter.transform(spelledBothWays)
    })
  )
) {}
