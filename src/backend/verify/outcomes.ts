/** The possible results of an authentication. */
import { gateDefaults } from "../../../layers/call/index.ts"
import type { StoredTokens } from "../../../layers/session/index.ts"
import * as OAuth from "../../../schemas/endpoints/oauth.ts"
import { CallError, type CallReason } from "../../../schemas/errors/CallError.ts"
import { KnownError } from "../../../schemas/KnownError.ts"
import type { TokenFault, TokenRejected, VerifiedToken } from "../token/index.ts"
import type { Authentication, SignedOutReason, Unavailable } from "./Authentication.ts"
import { UnverifiedLimitReached } from "./errors.ts"

/** Result for a valid access token: a user, an anonymous user or a restricted user. */
export const inSession = (
  { claims, expiresAt, sessionId, user }: VerifiedToken,
  tokens: StoredTokens,
  setCookies: ReadonlyArray<string>
): Authentication => {
  const common = { by: "session", userId: user.id, user, sessionId, expiresAt, claims, tokens, setCookies } as const
  if (user.isAnonymous) return { ...common, status: "anonymous" }
  if (!user.isRestricted) return { ...common, status: "signed-in" }
  return { ...common, status: "restricted", restrictedReason: user.restrictedReason ?? "unknown" }
}

/** Result for an invalid access token. */
export const rejected = ({ message, reason }: TokenRejected): Authentication => ({
  status: "signed-out",
  reason,
  message,
  setCookies: []
})

const sentences: { readonly [Reason in Exclude<SignedOutReason, TokenFault>]: string } = {
  "no-credentials": "The request has no session and no API key. Sign in, then send it again with the session's cookies "
    + "or x-stack-auth, or with an access token or API key as a bearer token.",
  "malformed-credentials":
    "The request's credentials cannot be read. x-stack-auth must be the JSON of an accessToken and a "
    + "refreshToken, x-stack-access-token a single access token, and x-api-key an API key of the project.",
  "session-ended": "The session has ended: it was signed out, or is too old. Sign in again.",
  "api-key": "The API key is not valid. Create a new one and replace it where it is used.",
  "cross-site":
    "A page of another origin sent the request, and its method may change something, so its cookies do not count. "
    + "If that origin is one of yours, add it to trustedOrigins; otherwise send it from this site's own pages."
}

/** Result for a request without a user. */
export const signedOut = (
  reason: Exclude<SignedOutReason, TokenFault>,
  setCookies: ReadonlyArray<string> = []
): Authentication => ({ status: "signed-out", reason, message: sentences[reason], setCookies })

/**
 * For a request without credentials, sets a message about the unrecognized header: the `Authorization` header
 * may belong to another system or be damaged, and another header may not be read.
 */
export const withUnreadHeader = (
  authentication: Authentication,
  hasAuthorization: boolean,
  unread: string | undefined
): Authentication => {
  if (authentication.status !== "signed-out" || authentication.reason !== "no-credentials") return authentication
  if (hasAuthorization) return { ...authentication, message: unknownAuthorization }
  return unread === undefined ? authentication : { ...authentication, message: notRead(unread) }
}

const notRead = (header: string) =>
  `The request has no session and no API key: the header ${header} isn't read. Send an access token as `
  + "`Authorization: Bearer …` or `x-stack-access-token`, both tokens as `x-stack-auth`, or an API key as `x-api-key`."

const unknownAuthorization =
  "The request has no session and no API key: its Authorization header has neither an access token nor an API key. "
  + "Check that it begins with `Bearer `, that the token is complete, and that it is not a refresh token."

const retryAfterOf = (error: unknown): number | undefined => {
  if (error instanceof UnverifiedLimitReached) return error.retryAfterMillis
  if (!(error instanceof CallError) || error.reason._tag !== "RateLimited") return undefined
  // the gate sends a request every few seconds as a probe, even if the platform requested a longer wait
  return Math.min(error.reason.retryAfterMillis ?? gateDefaults.probeEvery, gateDefaults.probeEvery)
}

/** Result when the platform can't be reached. A refresh error that is not a `CallError` is wrapped in a `CallError`. */
export const unavailable = (error: unknown): Authentication => ({
  status: "unavailable",
  error: error instanceof KnownError
    ? new CallError({ endpoint: OAuth.refresh.spec.name, reason: error as CallReason })
    : error as Unavailable["error"],
  retryAfterMillis: retryAfterOf(error),
  setCookies: []
})
