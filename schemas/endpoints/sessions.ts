/** Sessions: each sign-in creates one. docs/protocol.md §20. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { listOf, Success } from "../entities/responses.ts"
import { ActiveSession } from "../entities/Session.ts"
import { RefreshResponse, SessionTokens } from "../entities/Tokens.ts"
import {
  AccessTokenExpired,
  CannotDeleteCurrentSession,
  ProviderRejected,
  RefreshTokenNotFoundOrExpired
} from "../errors/session.ts"
import { CannotGetOwnUserWithoutUser, UserIdDoesNotExist } from "../errors/users.ts"
import { UserId, Uuid } from "../fields.ts"

/** Maximum session lifetime: 367 days, in milliseconds. */
const longest = 31_708_800_000

/**
 * Lists a user's sessions, newest first. Users can list their own; another user's sessions fail with `HttpFailure`
 * (403). Back ends can list any user's; an unknown user gives an empty list. Only the admin level sees impersonations.
 */
export const list = endpoint("client", "sessions.list", "GET /auth/sessions", {
  input: { userId: UserId },
  output: listOf(ActiveSession),
  errors: [CannotGetOwnUserWithoutUser]
})

/**
 * Opens a session for any user. `expiresInMillis` defaults to 31,536,000,000 (a year), with a maximum of 367 days. The
 * response has no session id; the `refreshTokenId` of the access token is the session id.
 */
export const create = endpoint("server", "sessions.create", "POST /auth/sessions", {
  input: {
    userId: UserId,
    expiresInMillis: Schema.optional(Schema.Finite.check(Schema.isLessThanOrEqualTo(longest))),
    /** Whether the session is an impersonation of the user. Lists at client and server level omit it. */
    isImpersonation: Schema.optional(Schema.Boolean)
  },
  output: SessionTokens,
  errors: [UserIdDoesNotExist, CannotGetOwnUserWithoutUser],
  invalidates: ["sessions"]
})

/**
 * Revokes a session. Users can revoke their own sessions, back ends any session. Revoking an unknown session or another
 * user's session fails with `HttpFailure` (404). To end the current session, use `deleteCurrent`.
 */
const remove = endpoint("client", "sessions.delete", "DELETE /auth/sessions/{id}", {
  input: {
    id: Uuid,
    /** Required, although the platform does not compare this id with the session. */
    userId: UserId
  },
  output: Success,
  errors: [CannotDeleteCurrentSession, CannotGetOwnUserWithoutUser],
  invalidates: ["sessions"]
})
export { remove as delete }

/**
 * Ends the session of the access token (signs out). `RefreshTokenNotFoundOrExpired` means that the session had already
 * ended. A request without a token fails with `AccessTokenExpired`.
 */
export const deleteCurrent = endpoint("client", "sessions.deleteCurrent", "DELETE /auth/sessions/current", {
  output: Success,
  errors: [AccessTokenExpired, RefreshTokenNotFoundOrExpired],
  gone: [RefreshTokenNotFoundOrExpired]
})

/**
 * Returns a new access token for the session of the request's refresh token. Changes nothing, so it is safe to repeat.
 * `oauth.refresh` does the same without the project's headers.
 */
export const refresh = endpoint("client", "sessions.refresh", "POST /auth/sessions/current/refresh", {
  output: RefreshResponse,
  errors: [RefreshTokenNotFoundOrExpired, ProviderRejected],
  body: "none",
  idempotent: true
})
