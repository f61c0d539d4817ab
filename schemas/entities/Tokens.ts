/** What signing in and up answer with. docs/protocol.md §10–§18. */
import * as Schema from "effect/Schema"
import { Secret } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** The tokens of a new session, and whose it is. */
export class Tokens extends Schema.Opaque<Tokens>()(wireStruct({
  accessToken: Secret,
  refreshToken: Secret,
  userId: Schema.String
})) {}

/** The same, from sign-ins that may create the account. */
export class SignInTokens extends Schema.Opaque<SignInTokens>()(wireStruct({
  ...Tokens.fields,
  /** This sign-in made the account. */
  isNewUser: Schema.Boolean
})) {}

/** The tokens of a session that a backend opened. Which session it is stands in the access token. */
export class SessionTokens extends Schema.Opaque<SessionTokens>()(wireStruct({
  accessToken: Secret,
  refreshToken: Secret
})) {}

/** A fresh access token for a session that goes on. The refresh token stays the one it was. */
export class RefreshResponse extends Schema.Opaque<RefreshResponse>()(wireStruct({ accessToken: Secret })) {}
