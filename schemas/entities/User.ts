/** Users as they see themselves, and as back ends see them. docs/platform.md §8. */
import * as Schema from "effect/Schema"
import { redacted } from "../compiled/redacted.ts"
import { Email, ImageUrl, Json, Millis, Password, Uuid } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"
import { RestrictedReason } from "./RestrictedReason.ts"
import { ServerTeam, Team } from "./Team.ts"

/** An OAuth account that the user can sign in with. */
export class UserOAuthProvider extends Schema.Opaque<UserOAuthProvider>()(wireStruct({
  /** The id of the provider in the project, for example `google`. */
  id: Schema.String,
  /** The account's id at the provider. */
  accountId: Schema.String,
  email: Schema.optionalKey(Schema.NullOr(Schema.String))
})) {}

/** Scores for how suspicious a sign-up was, from 0 to 100. Later revisions of the platform only. */
export class RiskScores extends Schema.Opaque<RiskScores>()(wireStruct({
  signUp: wireStruct({ bot: Schema.Finite, freeTrialAbuse: Schema.Finite })
})) {}

/** A user as the user sees it. */
export class User extends Schema.Opaque<User>()(wireStruct({
  id: Schema.String,
  /** Always in lower case. */
  primaryEmail: Schema.NullOr(Schema.String),
  /** Whether the primary email is verified; `false` if there is none. */
  primaryEmailVerified: Schema.Boolean,
  /** Never empty: the platform stores an empty name as `null`. */
  displayName: Schema.NullOr(Schema.String),
  selectedTeam: Schema.NullOr(Team),
  selectedTeamId: Schema.NullOr(Schema.String),
  profileImageUrl: Schema.NullOr(Schema.String),
  signedUpAt: wire("signed_up_at_millis", Millis),
  hasPassword: Schema.Boolean,
  /** Whether the user can sign in with a one-time code. */
  otpAuthEnabled: Schema.Boolean,
  passkeyAuthEnabled: Schema.Boolean,
  /** The user can read and write this value. `null` until it is set. */
  clientMetadata: Json,
  /** Written by the back end, readable by the user. */
  clientReadOnlyMetadata: Json,
  isAnonymous: Schema.Boolean,
  oauthProviders: Schema.Array(UserOAuthProvider),
  /** Identity vendors whose tokens the user signs in with. Since revision 2026-10. */
  externalAuthProviders: Schema.optionalKey(Schema.Array(wireStruct({
    /** `clerk-integration`, `better-auth-integration` or `workos-integration`. */
    id: Schema.String
  }))),
  /** Whether `hasPassword` or `otpAuthEnabled` is `true`. Deprecated by the platform. */
  authWithEmail: Schema.Boolean,
  /** Whether sign-in requires multi-factor authentication. */
  requiresTotpMfa: Schema.Boolean,
  isRestricted: Schema.optionalKey(Schema.Boolean),
  /** Present only if `isRestricted` is present. */
  restrictedReason: Schema.optionalKey(Schema.NullOr(RestrictedReason)),
  restrictedByAdmin: Schema.optionalKey(Schema.Boolean),
  restrictedByAdminReason: Schema.optionalKey(Schema.NullOr(Schema.String))
})) {}

/** A user as a back end sees it. */
export class ServerUser extends Schema.Opaque<ServerUser>()(wireStruct({
  ...User.fields,
  selectedTeam: Schema.NullOr(ServerTeam),
  /** Whether the user can sign in with the primary email. */
  primaryEmailAuthEnabled: Schema.Boolean,
  /** Users can't read this value. */
  serverMetadata: Json,
  /** The time of sign-up if the user was never active. */
  lastActiveAt: wire("last_active_at_millis", Millis),
  /** Users can't read this value. */
  restrictedByAdminPrivateDetails: Schema.optionalKey(Schema.NullOr(Schema.String)),
  /** Two-letter country code in upper case. */
  countryCode: Schema.optionalKey(Schema.NullOr(Schema.String)),
  riskScores: Schema.optionalKey(RiskScores)
})) {}

/** The secret of an authenticator app. Can be written but not read. */
const TotpSecret = redacted(
  Schema.String.check(Schema.isBase64({ expected: "the secret in base64" }))
)

const profileFields = {
  /** The platform stores an empty name as `null`. */
  displayName: Schema.optional(Schema.NullOr(Schema.String)),
  /**
   * Users send a base64 image data URL, back ends may also send a link; the platform stores the image. `null` removes
   * the image.
   */
  profileImageUrl: Schema.optional(Schema.NullOr(ImageUrl)),
  /** Replaces the whole value. */
  clientMetadata: Schema.optional(Json),
  /** The authenticator's secret in base64. In an update, a secret turns MFA on and `null` turns it off. */
  totpSecretBase64: Schema.optional(Schema.NullOr(TotpSecret)),
  otpAuthEnabled: Schema.optional(Schema.Boolean),
  /** Only `false` in an update has an effect: it removes the passkey. To add a passkey, register it. */
  passkeyAuthEnabled: Schema.optional(Schema.Boolean),
  /**
   * Back ends can always send the address. Users can send it only in later revisions of the platform: earlier revisions
   * reject the field with a `SchemaError`.
   */
  primaryEmail: Schema.optional(Schema.NullOr(Email))
}

const accountFields = {
  /** Replaces the whole value. */
  clientReadOnlyMetadata: Schema.optional(Json),
  /** Replaces the whole value. */
  serverMetadata: Schema.optional(Json),
  primaryEmailVerified: Schema.optional(Schema.Boolean),
  primaryEmailAuthEnabled: Schema.optional(Schema.Boolean),
  /** Has no minimum length here. `null` removes the password. Can't be combined with `passwordHash`. */
  password: Schema.optional(Schema.NullOr(Password)),
  /** A bcrypt hash: `$2a$`, `$2b$` or `$2y$`, at most 16 rounds. */
  passwordHash: Schema.optional(redacted(Schema.NonEmptyString)),
  /** Later revisions of the platform only, like the four fields below. */
  restrictedByAdmin: Schema.optional(Schema.Boolean),
  /** Send it only with `restrictedByAdmin`. */
  restrictedByAdminReason: Schema.optional(Schema.NullOr(Schema.String)),
  restrictedByAdminPrivateDetails: Schema.optional(Schema.NullOr(Schema.String)),
  countryCode: Schema.optional(Schema.NullOr(Schema.String)),
  riskScores: Schema.optional(RiskScores)
}

/** The id of one of the user's teams; `null` for none. */
const selectedTeamId = Schema.optional(Schema.NullOr(Uuid))

/** The fields that users can change about themselves. An omitted field stays unchanged. */
export const userUpdateFields = { ...profileFields, selectedTeamId }

/** The fields that a back end can change. An omitted field stays unchanged. */
export const serverUserUpdateFields = {
  ...profileFields,
  ...accountFields,
  selectedTeamId,
  /** An anonymous user can become a regular user, but not vice versa. */
  isAnonymous: Schema.optional(Schema.Literal(false))
}

/** The fields with which a back end creates a user. All are optional. */
export const serverUserCreateFields = {
  ...profileFields,
  ...accountFields,
  isAnonymous: Schema.optional(Schema.Boolean),
  /** OAuth accounts that the user can sign in with. Each provider must be configured in the project. */
  oauthProviders: Schema.optional(Schema.Array(wireStruct({
    id: Schema.String,
    accountId: Schema.String,
    email: Schema.optional(Schema.NullOr(Schema.String))
  })))
}
