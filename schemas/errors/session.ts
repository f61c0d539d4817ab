/** Errors about invalid access and refresh tokens. */
import * as Schema from "effect/Schema"
import { Millis } from "../fields.ts"
import { Family, KnownError } from "../KnownError.ts"
import { wire } from "../wireNames.ts"
import { at } from "./words.ts"

/**
 * All errors about a user's access token. Errors about the refresh token belong to the family
 * {@link RefreshTokenError}.
 */
export class SessionAuthenticationError extends Family("SessionAuthenticationError", {
  code: "SESSION_AUTHENTICATION_ERROR"
}) {}

/** The request has an invalid user token. */
export class InvalidSessionAuthentication extends Family("InvalidSessionAuthentication", {
  code: "INVALID_SESSION_AUTHENTICATION",
  parent: SessionAuthenticationError
}) {}

/**
 * The access token is invalid. The client refreshes the token and repeats the call first. This error therefore means
 * that the session could not be refreshed, or that the platform rejected even a new token.
 */
export class InvalidAccessToken extends Family("InvalidAccessToken", {
  code: "INVALID_ACCESS_TOKEN",
  parent: InvalidSessionAuthentication
}) {}

/**
 * The access token is not from this platform: it is malformed, or its signature, issuer or audience doesn't match.
 *
 * @cause The session belongs to another platform or project: `baseUrl` or `projectId` changed, or the emulator was
 *   restarted without its saved state.
 * @cause Something changed the token, for instance a truncated cookie.
 * @fix Sign in again. If every session fails with this error, compare `projectId` and `baseUrl` of client and back end.
 */
export class UnparsableAccessToken extends KnownError("UnparsableAccessToken", {
  code: "UNPARSABLE_ACCESS_TOKEN",
  status: 401,
  family: InvalidAccessToken,
  message: "The access token of this session cannot be read. Sign in again."
}) {}

/**
 * The access token has expired, or contains no session id where one is required. Later releases also send the user and
 * the project of the token.
 *
 * @cause The session could not be refreshed: it has ended, or its refresh token is missing.
 * @cause The program stores an access token itself instead of reading it from the session.
 * @cause The clock of this machine or of the platform is wrong.
 * @fix Read the access token from the session each time; the session refreshes expiring tokens. Sign in again if the
 *   session has ended.
 * @fix Compare the clocks with `latchkey doctor`.
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
 * The access token belongs to the project `actualProjectId`, but the request is for `expectedProjectId`. Sessions are
 * valid for one project only.
 *
 * @cause Two projects share one origin or one token store.
 * @cause `projectId` changed while a user was signed in.
 * @fix Sign in to this project. Give each project its own token store.
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
 * The refresh token is invalid, or the session cannot be revoked here. If a refresh fails with this error, the session
 * has ended for good: ask the user to sign in again.
 */
export class RefreshTokenError extends Family("RefreshTokenError", {
  code: "REFRESH_TOKEN_ERROR"
}) {}

/**
 * The session was signed out or revoked, has expired, or belongs to another project. The session cannot be restored.
 *
 * @cause The user signed out elsewhere, or the session was revoked.
 * @cause The session was unused for too long and expired.
 * @cause The program is configured for another project or platform than the one that issued the session.
 * @fix No action is needed: the client ends the session, and the user signs in again.
 */
export class RefreshTokenNotFoundOrExpired extends KnownError("RefreshTokenNotFoundOrExpired", {
  code: "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED",
  status: 401,
  sentence: "Refresh token not found for this project, or the session has expired/been revoked.",
  family: RefreshTokenError,
  message: "Refresh token not found for this project, or the session has expired/been revoked"
}) {}

/**
 * The call would revoke the session that it was made with.
 *
 * @cause A list of sessions has a button to revoke the current session.
 * @fix Call `signOut()` instead. In a list, hide the button if `isCurrentSession` is true.
 */
export class CannotDeleteCurrentSession extends KnownError("CannotDeleteCurrentSession", {
  code: "CANNOT_DELETE_CURRENT_SESSION",
  status: 400,
  family: RefreshTokenError,
  message: "This is the session you are using, so it cannot be revoked from here. Sign out instead."
}) {}

/**
 * The OAuth provider no longer accepts the session, so the session has ended. No known revision sends this error.
 *
 * @cause The user revoked the access at the provider.
 * @fix Ask the user to sign in with the provider again.
 */
export class ProviderRejected extends KnownError("ProviderRejected", {
  code: "PROVIDER_REJECTED",
  status: 401,
  family: RefreshTokenError,
  message: "The provider you signed in with no longer accepts this session. Sign in with it again."
}) {}
