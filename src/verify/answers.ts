/** The answers to who sends a request. */
import { gateDefaults } from "../../layers/call/index.ts"
import type { StoredTokens } from "../../layers/session/index.ts"
import * as OAuth from "../../schemas/endpoints/oauth.ts"
import { CallError, type CallReason } from "../../schemas/errors/CallError.ts"
import { KnownError } from "../../schemas/KnownError.ts"
import type { TokenFault, TokenRejected, VerifiedToken } from "../token/index.ts"
import type { Authentication, SignedOutReason, Unavailable } from "./Authentication.ts"
import { UnverifiedLimitReached } from "./errors.ts"

/** A user, or an anonymous or restricted one, whom a good access token vouches for. */
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

/** Nobody, for the access token is not believed. */
export const rejected = ({ message, reason }: TokenRejected): Authentication => ({
  status: "signed-out",
  reason,
  message,
  setCookies: []
})

const sentences: { readonly [Reason in Exclude<SignedOutReason, TokenFault>]: string } = {
  "no-credentials":
    "The request shows no session and no API key. Sign in, then send it again with the session's cookies "
    + "or x-stack-auth, or with an access token or API key as a bearer.",
  "malformed-credentials":
    "The request's credentials cannot be read. x-stack-auth has to be the JSON of an accessToken and a "
    + "refreshToken, and x-api-key an API key of the project.",
  "session-over": "The session is over: signed out, or too old. Sign in again.",
  "api-key": "The API key is not valid. Create a new one and replace it where it is used.",
  "cross-site":
    "A page of another origin sent the request, and its method may change something, so its cookies do not count. "
    + "If that origin is one of yours, add it to trustedOrigins; otherwise send it from this site's own pages."
}

/** For people whose account is restricted, from what takes an account that is not. */
export const notOpenYet = "Your account is not open yet. The page onboarding says what to do about it."

/** Nobody. */
export const signedOut = (
  reason: Exclude<SignedOutReason, TokenFault>,
  setCookies: ReadonlyArray<string> = []
): Authentication => ({ status: "signed-out", reason, message: sentences[reason], setCookies })

/** The same nobody, with what stands in `Authorization` said: somebody else may own it, or it is ours and spoilt. */
export const withUnknownAuthorization = (authentication: Authentication): Authentication =>
  authentication.status === "signed-out" && authentication.reason === "no-credentials"
    ? { ...authentication, message: unknownAuthorization }
    : authentication

const unknownAuthorization =
  "The request shows no session and no API key: its Authorization header holds something that is neither an access "
  + "token nor an API key. Check that it begins with `Bearer `, that the token was not cut off, and that it is no "
  + "refresh token."

const retryAfterOf = (error: unknown): number | undefined => {
  if (error instanceof UnverifiedLimitReached) return error.retryAfterMillis
  if (!(error instanceof CallError) || error.reason._tag !== "RateLimited") return undefined
  // a gate lets one ask again after seconds, whatever the platform states
  return Math.min(error.reason.retryAfterMillis ?? gateDefaults.probeEvery, gateDefaults.probeEvery)
}

/** It cannot be told now. An error of the refresh that is none of `CallError` becomes the reason of one. */
export const unavailable = (error: unknown): Authentication => ({
  status: "unavailable",
  error: error instanceof KnownError
    ? new CallError({ endpoint: OAuth.refresh.spec.name, reason: error as CallReason })
    : error as Unavailable["error"],
  retryAfterMillis: retryAfterOf(error),
  setCookies: []
})

/** The header for who is to try again later. RFC 9110 §10.2.3. */
export const retryAfter = ({ retryAfterMillis }: Unavailable): { readonly [name: string]: string } =>
  retryAfterMillis === undefined ? {} : { "retry-after": String(Math.max(1, Math.ceil(retryAfterMillis / 1000))) }

/**
 * The header of a 401: what is asked for, and whether what came will not do. RFC 9110 §11.6.1, RFC 6750 §3. A 403 has
 * none, for a permission is the user's, and no other token of theirs would have it.
 */
export const challenge = (found: Exclude<Authentication, Unavailable>): { readonly "www-authenticate": string } => {
  const asked = "Bearer realm=\"latchkey\""
  if (found.status === "signed-out" && withoutToken.includes(found.reason)) return { "www-authenticate": asked }
  const problem = found.status === "signed-out"
    ? found.message
    : "The credentials are good, but of another kind than this takes."
  // what may stand between the quotation marks: RFC 6750 §3
  const description = problem.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "'")
  return { "www-authenticate": `${asked}, error="invalid_token", error_description="${description}"` }
}

/** Nothing was looked at that could be wrong. */
const withoutToken: ReadonlyArray<SignedOutReason> = ["no-credentials", "cross-site"]
