/** Results of authenticating a request. */
import type { SharedRecordsFailed } from "../../../layers/fleet/index.ts"
import type { StoredTokens } from "../../../layers/session/index.ts"
import type { TeamApiKey, UserApiKey } from "../../../schemas/entities/ApiKey.ts"
import type { Restriction } from "../../../schemas/entities/restriction.ts"
import type { CallError, InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import type { Claims, KeysUnavailable, TokenFault, TokenUser, VerifierMisconfigured } from "../token/index.ts"
import type { UnverifiedLimitReached } from "./errors.ts"

/** Fields of all results. */
export interface Outcome {
  /**
   * `Set-Cookie` values for the response, after the session in the request's cookies was refreshed. Usually empty.
   * `writeCookies` sets them and keeps the response out of shared caches.
   */
  readonly setCookies: ReadonlyArray<string>
}

/** A session with a valid access token. */
export interface OfSession extends Outcome {
  readonly by: "session"
  readonly userId: string
  readonly user: TokenUser
  /** Id of the session. Not a secret. */
  readonly sessionId: string | undefined
  /** Expiry of the access token. */
  readonly expiresAt: Date
  readonly claims: Claims
  /** Tokens of the session, for calls on the user's behalf. */
  readonly tokens: StoredTokens
}

/** A user, authenticated by the user's API key. */
export interface OfApiKey extends Outcome {
  readonly by: "api-key"
  readonly userId: string
  readonly apiKey: UserApiKey
}

/** A user, authenticated by a session or by the user's API key. */
export type SignedIn = (OfSession | OfApiKey) & { readonly status: "signed-in" }

/** A user who doesn't have an account yet. */
export type Anonymous = (OfSession | OfApiKey) & { readonly status: "anonymous" }

/** A user who may not use the app yet. Only with `includeRestricted`. */
export type Restricted = (OfSession | OfApiKey) & {
  readonly status: "restricted"
  /** Reason of the restriction. */
  readonly restrictedReason: Restriction
}

/** The session of a user, of an anonymous user or, with `includeRestricted`, of a restricted user. */
export type SessionAuthentication = Extract<SignedIn | Anonymous | Restricted, { readonly by: "session" }>

/** A team, authenticated by the team's API key. There is no user. */
export interface TeamSignedIn extends Outcome {
  readonly status: "team"
  readonly by: "api-key"
  readonly teamId: string
  readonly apiKey: TeamApiKey
}

/** Reason why a request is signed out: a fault of the access token, or another reason. */
export type SignedOutReason =
  | TokenFault
  | "no-credentials"
  | "malformed-credentials"
  | "session-ended"
  | "api-key"
  | "cross-site"

/** A request without a user. */
export interface SignedOut extends Outcome {
  readonly status: "signed-out"
  readonly reason: SignedOutReason
  /** What happened, why, and the next step. */
  readonly message: string
}

/**
 * The request can't be authenticated now: the platform doesn't respond, the limit for unverified credentials is
 * reached, or the options are invalid. No user is signed out.
 */
export interface Unavailable extends Outcome {
  readonly status: "unavailable"
  readonly error:
    | CallError
    | KeysUnavailable
    | InvalidConfiguration
    | VerifierMisconfigured
    | SharedRecordsFailed
    | UnverifiedLimitReached
  /** Milliseconds until another attempt is worthwhile. Known after too many requests, otherwise `undefined`. */
  readonly retryAfterMillis?: number | undefined
}

/** Result of authenticating a request, discriminated by `status`. */
export type Authentication = SignedIn | Anonymous | Restricted | TeamSignedIn | SignedOut | Unavailable
