/** What is known of who sends a request. */
import type { SharedRecordsFailed } from "../../../layers/fleet/index.ts"
import type { StoredTokens } from "../../../layers/session/index.ts"
import type { TeamApiKey, UserApiKey } from "../../../schemas/entities/ApiKey.ts"
import type { Restriction } from "../../../schemas/entities/RestrictedReason.ts"
import type { CallError, InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import type { Claims, KeysUnavailable, TokenFault, TokenUser, VerifierMisconfigured } from "../token/index.ts"
import type { UnverifiedLimitReached } from "./errors.ts"

/** What every answer may carry. */
export interface Answer {
  /**
   * Values of `Set-Cookie` for the response, after a session in cookies was refreshed. Mostly none. `writeCookies` sets them
   * and keeps the response out of shared caches.
   */
  readonly setCookies: ReadonlyArray<string>
}

/** A session that a good access token vouches for. */
export interface OfSession extends Answer {
  readonly by: "session"
  readonly userId: string
  readonly user: TokenUser
  /** The session's id, which is not a secret. */
  readonly sessionId: string | undefined
  /** When the access token ends. */
  readonly expiresAt: Date
  readonly claims: Claims
  /** For acting as the caller. */
  readonly tokens: StoredTokens
}

/** A user, by an API key of the user's. */
export interface OfApiKey extends Answer {
  readonly by: "api-key"
  readonly userId: string
  readonly apiKey: UserApiKey
}

/** A user, by a session or by an API key of the user's. */
export type SignedIn = (OfSession | OfApiKey) & { readonly status: "signed-in" }

/** A user without an account yet. */
export type Anonymous = (OfSession | OfApiKey) & { readonly status: "anonymous" }

/** A user who may not use the app yet: only from an authenticator with `includeRestricted`. */
export type Restricted = (OfSession | OfApiKey) & {
  readonly status: "restricted"
  /** What keeps the user from it. */
  readonly restrictedReason: Restriction
}

/** Whoever has a session: a user, an anonymous one, or from an authenticator with `includeRestricted` a restricted one. */
export type SessionAuthentication = Extract<SignedIn | Anonymous | Restricted, { readonly by: "session" }>

/** A team, by an API key of the team's. There is no user. */
export interface TeamSignedIn extends Answer {
  readonly status: "team"
  readonly by: "api-key"
  readonly teamId: string
  readonly apiKey: TeamApiKey
}

/**
 * Why nobody is signed in, besides what is wrong with the access token:
 *
 * - `no-credentials`: the request shows none; what else `Authorization` holds may be somebody else's, and is not believed.
 * - `malformed-credentials`: `x-stack-auth` or the API key is not what it should be.
 * - `session-over`: signed out, deleted, or too old to be refreshed.
 * - `api-key`: unknown, revoked or expired.
 * - `cross-site`: a page of another origin sent it with the session's cookies, and its method may change something.
 */
export type SignedOutReason =
  | TokenFault
  | "no-credentials"
  | "malformed-credentials"
  | "session-over"
  | "api-key"
  | "cross-site"

/** Nobody. */
export interface SignedOut extends Answer {
  readonly status: "signed-out"
  readonly reason: SignedOutReason
  /** What happened, why, and the next step. */
  readonly message: string
}

/**
 * It cannot be told now: the platform does not answer, too many strangers ask, or the options cannot work. Nobody is signed
 * out by that.
 */
export interface Unavailable extends Answer {
  readonly status: "unavailable"
  readonly error:
    | CallError
    | KeysUnavailable
    | InvalidConfiguration
    | VerifierMisconfigured
    | SharedRecordsFailed
    | UnverifiedLimitReached
  /** When to try again, where that is known: after too many requests. */
  readonly retryAfterMillis?: number | undefined
}

/** Who sends a request: look at `status`. */
export type Authentication = SignedIn | Anonymous | Restricted | TeamSignedIn | SignedOut | Unavailable
