/** Users as they see themselves and as backends see them. docs/platform.md §8. */
import * as Schema from "effect/Schema"
import { Email, ImageUrl, Json, Millis, Password, Uuid } from "../fields.ts"
import { redacted } from "../secrets.ts"
import { wire, wireStruct } from "../wireNames.ts"
import { RestrictedReason } from "./RestrictedReason.ts"
import { ServerTeam, Team } from "./Team.ts"

/** A provider account the user can sign in with. */
export class UserOAuthProvider extends Schema.Opaque<UserOAuthProvider>()(wireStruct({
  /** The provider as the project configures it, for example `google`. */
  id: Schema.String,
  /** The account's id at the provider. */
  accountId: Schema.String,
  email: Schema.optionalKey(Schema.NullOr(Schema.String))
})) {}

/** How suspicious a sign-up looked, each from 0 to 100. Later revisions of the platform only. */
export class RiskScores extends Schema.Opaque<RiskScores>()(wireStruct({
  signUp: wireStruct({ bot: Schema.Finite, freeTrialAbuse: Schema.Finite })
})) {}

/** A user, as the user sees it. */
export class User extends Schema.Opaque<User>()(wireStruct({
  id: Schema.String,
  /** In lower case. */
  primaryEmail: Schema.NullOr(Schema.String),
  /** Also `false` when there is no primary e-mail. */
  primaryEmailVerified: Schema.Boolean,
  /** Never empty: an empty name is kept as `null`. */
  displayName: Schema.NullOr(Schema.String),
  selectedTeam: Schema.NullOr(Team),
  selectedTeamId: Schema.NullOr(Schema.String),
  profileImageUrl: Schema.NullOr(Schema.String),
  signedUpAt: wire("signed_up_at_millis", Millis),
  hasPassword: Schema.Boolean,
  /** May sign in with a code sent by e-mail. */
  otpAuthEnabled: Schema.Boolean,
  passkeyAuthEnabled: Schema.Boolean,
  /** The user's to read and write; `null` until it is set. */
  clientMetadata: Json,
  /** Written by the backend, read by the user. */
  clientReadOnlyMetadata: Json,
  isAnonymous: Schema.Boolean,
  oauthProviders: Schema.Array(UserOAuthProvider),
  /** `hasPassword` or `otpAuthEnabled`. The platform calls it deprecated. */
  authWithEmail: Schema.Boolean,
  /** Signing in takes a second factor. */
  requiresTotpMfa: Schema.Boolean,
  isRestricted: Schema.optionalKey(Schema.Boolean),
  /** Set exactly when `isRestricted` is. */
  restrictedReason: Schema.optionalKey(Schema.NullOr(RestrictedReason)),
  restrictedByAdmin: Schema.optionalKey(Schema.Boolean),
  restrictedByAdminReason: Schema.optionalKey(Schema.NullOr(Schema.String))
})) {}

/** A user, as a backend sees it. */
export class ServerUser extends Schema.Opaque<ServerUser>()(wireStruct({
  ...User.fields,
  selectedTeam: Schema.NullOr(ServerTeam),
  /** May sign in with the primary e-mail. */
  primaryEmailAuthEnabled: Schema.Boolean,
  /** Never shown to the user. */
  serverMetadata: Json,
  /** The time of sign-up when the user was never active. */
  lastActiveAt: wire("last_active_at_millis", Millis),
  /** Never shown to the user. */
  restrictedByAdminPrivateDetails: Schema.optionalKey(Schema.NullOr(Schema.String)),
  /** Two upper-case letters. */
  countryCode: Schema.optionalKey(Schema.NullOr(Schema.String)),
  riskScores: Schema.optionalKey(RiskScores)
})) {}

/** The secret that an authenticator app holds. It can be written, never read. */
const TotpSecret = redacted(
  Schema.String.check(Schema.isBase64({ expected: "the secret in base64" }))
)

const profileFields = {
  /** An empty name is kept as `null`. */
  displayName: Schema.optional(Schema.NullOr(Schema.String)),
  /** Users send a base64 image data URL, backends also a link; the platform stores the picture. `null` removes it. */
  profileImageUrl: Schema.optional(Schema.NullOr(ImageUrl)),
  /** Replaces the old value whole. */
  clientMetadata: Schema.optional(Json),
  /** The authenticator's secret in base64. An update turns the second factor on with it and off with `null`. */
  totpSecretBase64: Schema.optional(Schema.NullOr(TotpSecret)),
  otpAuthEnabled: Schema.optional(Schema.Boolean),
  /** Only `false` does something, on an update: it removes the passkey. A passkey is added by registering one. */
  passkeyAuthEnabled: Schema.optional(Schema.Boolean),
  /** Backends always, users themselves at later revisions of the platform only: earlier ones refuse it with a `SchemaError`. */
  primaryEmail: Schema.optional(Schema.NullOr(Email))
}

const accountFields = {
  /** Replaces the old value whole. */
  clientReadOnlyMetadata: Schema.optional(Json),
  /** Replaces the old value whole. */
  serverMetadata: Schema.optional(Json),
  primaryEmailVerified: Schema.optional(Schema.Boolean),
  primaryEmailAuthEnabled: Schema.optional(Schema.Boolean),
  /** With no minimum here. `null` removes it. Not together with `passwordHash`. */
  password: Schema.optional(Schema.NullOr(Password)),
  /** bcrypt as `$2a$`, `$2b$` or `$2y$`, at most 16 rounds. */
  passwordHash: Schema.optional(redacted(Schema.NonEmptyString)),
  /** This and the four below: later revisions of the platform only. */
  restrictedByAdmin: Schema.optional(Schema.Boolean),
  /** Only with `restrictedByAdmin`. */
  restrictedByAdminReason: Schema.optional(Schema.NullOr(Schema.String)),
  restrictedByAdminPrivateDetails: Schema.optional(Schema.NullOr(Schema.String)),
  countryCode: Schema.optional(Schema.NullOr(Schema.String)),
  riskScores: Schema.optional(RiskScores)
}

/** A team of the user; `null` selects none. */
const selectedTeamId = Schema.optional(Schema.NullOr(Uuid))

/** What users may change about themselves. A field that is left out stays as it is. */
export const userUpdateFields = { ...profileFields, selectedTeamId }

/** What a backend may change. A field that is left out stays as it is. */
export const serverUserUpdateFields = {
  ...profileFields,
  ...accountFields,
  selectedTeamId,
  /** An anonymous user can become a regular one, never the other way round. */
  isAnonymous: Schema.optional(Schema.Literal(false))
}

/** What a backend gives a new user. Nothing is required. */
export const serverUserCreateFields = {
  ...profileFields,
  ...accountFields,
  isAnonymous: Schema.optional(Schema.Boolean),
  /** Provider accounts the user can sign in with from the start. Each provider must be configured in the project. */
  oauthProviders: Schema.optional(Schema.Array(wireStruct({
    id: Schema.String,
    accountId: Schema.String,
    email: Schema.optional(Schema.NullOr(Schema.String))
  })))
}
