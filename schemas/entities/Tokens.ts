/** Tokens in the responses to sign-in and sign-up. docs/protocol.md §10–§18. */
import * as Schema from "effect/Schema"
import { Secret } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** The tokens of a new session, with the user's id. */
export class Tokens extends Schema.Opaque<Tokens>()(wireStruct({
  accessToken: Secret,
  refreshToken: Secret,
  userId: Schema.String
})) {}

/** The tokens of a sign-in that may create the account. */
export class SignInTokens extends Schema.Opaque<SignInTokens>()(wireStruct({
  ...Tokens.fields,
  /** Whether this sign-in created the account. */
  isNewUser: Schema.Boolean
})) {}

/** The tokens of a session that a back end opened. The session's id is in the access token. */
export class SessionTokens extends Schema.Opaque<SessionTokens>()(wireStruct({
  accessToken: Secret,
  refreshToken: Secret
})) {}

/** A new access token for a session. The refresh token stays the same. */
export class RefreshResponse extends Schema.Opaque<RefreshResponse>()(wireStruct({ accessToken: Secret })) {}
