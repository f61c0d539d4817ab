/** Sessions: one per sign-in. docs/protocol.md §20. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { listOf, Success } from "../entities/answers.ts"
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

/** 367 days. */
const longest = 31_708_800_000

/**
 * Lists a user's sessions, newest first. Users see their own: another user's are refused in plain text with status 403.
 * Backends see any user's, and an empty list for an unknown one. Impersonations are in the list at admin level only.
 */
export const list = endpoint("client", "sessions.list", "GET /auth/sessions", {
  input: { userId: UserId },
  output: listOf(ActiveSession),
  errors: [CannotGetOwnUserWithoutUser]
})

/**
 * Opens a session for any user. It lasts 31,536,000,000 ms, a year, unless told otherwise; the longest is 367 days.
 * The answer has no session id: the access token's `refreshTokenId` is it.
 */
export const create = endpoint("server", "sessions.create", "POST /auth/sessions", {
  input: {
    userId: UserId,
    expiresInMillis: Schema.optional(Schema.Finite.check(Schema.isLessThanOrEqualTo(longest))),
    /** Someone acts as the user: neither the user nor other backends see the session in lists. */
    isImpersonation: Schema.optional(Schema.Boolean)
  },
  output: SessionTokens,
  errors: [UserIdDoesNotExist, CannotGetOwnUserWithoutUser],
  invalidates: ["sessions"]
})

/**
 * Ends a session. Users end their own, backends any. One that is gone, or someone else's, is refused in plain text with
 * status 404. For the current one there is `deleteCurrent`.
 */
const remove = endpoint("client", "sessions.delete", "DELETE /auth/sessions/{id}", {
  input: {
    id: Uuid,
    /** Has to be there, though the platform does not compare it with the session. */
    userId: UserId
  },
  output: Success,
  errors: [CannotDeleteCurrentSession, CannotGetOwnUserWithoutUser],
  invalidates: ["sessions"]
})
export { remove as delete }

/**
 * Ends the session of the access token: signs out. `RefreshTokenNotFoundOrExpired` means that it had ended before, and
 * a request without any token gets `AccessTokenExpired`.
 */
export const deleteCurrent = endpoint("client", "sessions.deleteCurrent", "DELETE /auth/sessions/current", {
  output: Success,
  errors: [AccessTokenExpired, RefreshTokenNotFoundOrExpired],
  gone: [RefreshTokenNotFoundOrExpired]
})

/**
 * Gets a fresh access token for the session whose refresh token comes with the request. It changes nothing, so it may
 * be repeated. `oauth.refresh` does the same without the project's headers.
 */
export const refresh = endpoint("client", "sessions.refresh", "POST /auth/sessions/current/refresh", {
  output: RefreshResponse,
  errors: [RefreshTokenNotFoundOrExpired, ProviderRejected],
  body: "none",
  idempotent: true
})
