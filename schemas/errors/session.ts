/** Access and refresh tokens that do not hold. */
import * as Schema from "effect/Schema"
import { Millis } from "../fields.ts"
import { Family, KnownError } from "../KnownError.ts"
import { wire } from "../wireNames.ts"
import { at } from "./words.ts"

/** Everything about a user's access token. The refresh token has a family of its own, {@link RefreshTokenError}. */
export class SessionAuthenticationError extends Family("SessionAuthenticationError", {
  code: "SESSION_AUTHENTICATION_ERROR"
}) {}

/** A user's token was sent, and it does not hold. */
export class InvalidSessionAuthentication extends Family("InvalidSessionAuthentication", {
  code: "INVALID_SESSION_AUTHENTICATION",
  parent: SessionAuthenticationError
}) {}

/**
 * The access token does not hold. It is renewed and the call made again before you see this, so what is left is a
 * session that could not be renewed, or a token that is refused however fresh it is.
 */
export class InvalidAccessToken extends Family("InvalidAccessToken", {
  code: "INVALID_ACCESS_TOKEN",
  parent: InvalidSessionAuthentication
}) {}

/**
 * The access token is no token of this platform: malformed, or its signature, issuer or audience does not fit.
 *
 * @cause The session is of another platform or project: `baseUrl` or `projectId` changed, or the emulator was started
 *   anew without its state.
 * @cause Something changed the token, for instance a cookie that was cut off.
 * @fix Sign in again. Where every session fails so, compare `projectId` and `baseUrl` of client and back end.
 */
export class UnparsableAccessToken extends KnownError("UnparsableAccessToken", {
  code: "UNPARSABLE_ACCESS_TOKEN",
  status: 401,
  family: InvalidAccessToken,
  message: "The access token of this session cannot be read. Sign in again."
}) {}

/**
 * The access token's time is over, or it names no session where one is needed. Later releases also say whose token it
 * was.
 *
 * @cause The session could not be renewed: it is over, or its refresh token is gone.
 * @cause The program keeps an access token by itself instead of asking the session for one.
 * @cause The clock of this machine or of the platform is wrong.
 * @fix Ask the session for a token each time: it renews one that runs out. Sign in again where the session is over.
 * @fix Compare the clocks: `latchkey doctor` does.
 */
export class AccessTokenExpired extends KnownError("AccessTokenExpired", {
  code: "ACCESS_TOKEN_EXPIRED",
  status: 401,
  family: InvalidAccessToken,
  details: {
    expiredAt: wire("expired_at_millis", Schema.NullOr(Millis)),
    projectId: Schema.NullOr(Schema.String),
    userId: Schema.NullOr(Schema.String),
    refreshTokenId: Schema.NullOr(Schema.String)
  },
  message: ({ expiredAt }) =>
    `The access token of this session expired${at(expiredAt)}. Try again; sign in again if that does not help.`
}) {}

/**
 * The access token belongs to `actualProjectId`, the request to `expectedProjectId`. Their sessions are separate.
 *
 * @cause Two projects share one origin or one token store.
 * @cause `projectId` changed while somebody was signed in.
 * @fix Sign in to this project. Give each project a token store of its own.
 */
export class InvalidProjectForAccessToken extends KnownError("InvalidProjectForAccessToken", {
  code: "INVALID_PROJECT_FOR_ACCESS_TOKEN",
  status: 401,
  family: InvalidAccessToken,
  details: { expectedProjectId: Schema.String, actualProjectId: Schema.String },
  message: ({ actualProjectId, expectedProjectId }) =>
    `This session belongs to ${actualProjectId ? `the project "${actualProjectId}"` : "another project"}` +
    `${expectedProjectId ? `, not to "${expectedProjectId}"` : ""}. Sign in to this project.`
}) {}

/**
 * The refresh token does not hold or may not be ended here. When it comes up while a session is renewed, that session
 * is over for good: ask the person to sign in again.
 */
export class RefreshTokenError extends Family("RefreshTokenError", {
  code: "REFRESH_TOKEN_ERROR"
}) {}

/**
 * The session was signed out, revoked, has expired, or belongs to another project. It cannot be revived.
 *
 * @cause The person signed out elsewhere, or somebody revoked the session.
 * @cause The session was not used for so long that the platform dropped it.
 * @cause The program points to another project or platform than the one that the session is of.
 * @fix Nothing has to be done where a client notices it: the session is ended, and the person signs in again.
 */
export class RefreshTokenNotFoundOrExpired extends KnownError("RefreshTokenNotFoundOrExpired", {
  code: "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED",
  status: 401,
  sentence: "Refresh token not found for this project, or the session has expired/been revoked.",
  family: RefreshTokenError,
  message: "Refresh token not found for this project, or the session has expired/been revoked"
}) {}

/**
 * The session to be revoked is the one that asks.
 *
 * @cause A list of sessions offers to revoke the one in use.
 * @fix Call `signOut()` instead. In a list, leave the button out where `isCurrentSession` is true.
 */
export class CannotDeleteCurrentSession extends KnownError("CannotDeleteCurrentSession", {
  code: "CANNOT_DELETE_CURRENT_SESSION",
  status: 400,
  family: RefreshTokenError,
  message: "This is the session you are using, so it cannot be revoked from here. Sign out instead."
}) {}

/**
 * The OAuth provider no longer accepts the session, which is over. The revisions known do not send it.
 *
 * @cause The person took back the access at the provider.
 * @fix Have the person sign in with the provider again.
 */
export class ProviderRejected extends KnownError("ProviderRejected", {
  code: "PROVIDER_REJECTED",
  status: 401,
  family: RefreshTokenError,
  message: "The provider you signed in with no longer accepts this session. Sign in with it again."
}) {}
