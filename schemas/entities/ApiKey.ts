/** API keys of users and teams. docs/platform.md §12. */
import * as Schema from "effect/Schema"
import { Millis, Secret } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"

/** The part of a key's value that stays readable after its creation. */
export class MaskedApiKey extends Schema.Opaque<MaskedApiKey>()(wireStruct({
  /** The last four characters, to distinguish keys. */
  lastFour: Schema.String
})) {}

const common = {
  id: Schema.String,
  description: Schema.String,
  /** Absent when the key never expires. */
  expiresAt: wire("expires_at_millis", Schema.optionalKey(Millis)),
  /** Time of the first revocation; absent while the key is not revoked. */
  manuallyRevokedAt: wire("manually_revoked_at_millis", Schema.optionalKey(Millis)),
  createdAt: wire("created_at_millis", Millis),
  /** Public keys start with `pk_` and may be published; the others start with `sk_` and must stay secret. */
  isPublic: Schema.Boolean
}

const ofUser = { type: Schema.Literal("user"), userId: Schema.String }

const ofTeam = { type: Schema.Literal("team"), teamId: Schema.String }

/** A key that acts for a user. */
export class UserApiKey extends Schema.Opaque<UserApiKey>()(wireStruct({
  ...common,
  ...ofUser,
  value: MaskedApiKey
})) {}

/** A newly created key of a user. Only the response to its creation has the whole key in `value`. */
export class UserApiKeyFirstView extends Schema.Opaque<UserApiKeyFirstView>()(wireStruct({
  ...common,
  ...ofUser,
  value: Secret
})) {}

/** A key that acts for a team. */
export class TeamApiKey extends Schema.Opaque<TeamApiKey>()(wireStruct({
  ...common,
  ...ofTeam,
  value: MaskedApiKey
})) {}

/** A newly created key of a team. Only the response to its creation has the whole key in `value`. */
export class TeamApiKeyFirstView extends Schema.Opaque<TeamApiKeyFirstView>()(wireStruct({
  ...common,
  ...ofTeam,
  value: Secret
})) {}

/** The fields of a new key except its owner. */
export const apiKeyCreate = {
  description: Schema.String,
  /** `null` for a key that never expires. A time in the past is accepted. */
  expiresAt: wire("expires_at_millis", Schema.NullOr(Millis)),
  /** Can't be changed later. @default false */
  isPublic: Schema.optional(Schema.Boolean)
}

/** The fields that can be changed. An omitted field stays unchanged. */
export const apiKeyUpdate = {
  description: Schema.optional(Schema.String),
  /** Revoking is permanent. Revoking again changes nothing, not even the time. */
  revoked: Schema.optional(Schema.Literal(true))
}
