/** The responses to requests that a back end refuses. Loads no Effect. */
import type { Authentication, SessionAuthentication, SignedOutReason, Unavailable } from "./Authentication.ts"
import { type Problem, problemOf, problemType } from "./problem.ts"

/** Message for a restricted user if an unrestricted user is required. */
export const notOpenYet = "Your account is restricted. The onboarding page shows the next step."

/** Message for an anonymous user or a team's API key if a user is required. */
export const accountNeeded = "This requires a user with an account. Sign in or sign up, then try again."

/** Message for an API key if a session is required. */
export const sessionNeeded = "This requires a session, not an API key. Sign in, then try again."

/** Message of a 503. The server's log contains the underlying error. */
export const notCheckedNow = "Your sign-in cannot be checked right now. Try again in a moment."

/** Whether a request has a session, of a user with or without an account. */
export const isOfSession = (found: Authentication): found is SessionAuthentication =>
  "by" in found && found.by === "session"

/** The response to a request that a back end refuses. */
export interface Refusal {
  readonly status: number
  /** `Content-Type`; with 401 `WWW-Authenticate`; with 503, after too many requests, `Retry-After`. */
  readonly headers: { readonly [name: string]: string }
  /** JSON. `reason` is a code for programs; `message` is the same sentence as `detail`. */
  readonly body: Problem & { readonly reason: string; readonly message: string }
}

/**
 * Creates the response to a rejected request. `needed` is the message for a request with a valid sign-in of the wrong
 * kind.
 */
export const refusal = (found: Authentication, needed: string): Refusal => {
  const [body, headers] = found.status === "unavailable"
    ? [
      problemOf("AuthenticationUnavailable", { reason: found.status, message: notCheckedNow }),
      retryAfter(found)
    ]
    : [problemOf("NotAuthenticated", whyRefused(found, needed)), challenge(found)]
  return { status: body.status, headers: { "content-type": problemType, ...headers }, body }
}

/** Returns why a request is rejected: a code for programs, and a sentence. */
export const whyRefused = (
  found: Exclude<Authentication, Unavailable>,
  needed: string
): { readonly reason: string; readonly message: string } =>
  found.status === "signed-out"
    ? { reason: found.reason, message: found.message }
    : { reason: found.status, message: found.status === "restricted" ? notOpenYet : needed }

/**
 * Creates the response to a request of a session that is too old, with the challenge of OAuth 2.0 step-up
 * authentication. RFC 9470 §3.
 */
export const staleRefusal = (maxAgeMillis: number, why: "too-old" | "new-means" = "too-old"): Refusal => {
  const body = problemOf("NotFresh", {
    reason: why === "too-old" ? "not-fresh" : why,
    maxAgeMillis,
    message: staleSentences[why]
  })
  return { status: body.status, headers: { "content-type": problemType, ...stepUp(maxAgeMillis) }, body }
}

/** Message for a session that isn't a person's, or that can't be proven to be. */
export const humanNeeded = "This requires a person. Agents can't do it: ask the person to do it in the app."

/** Creates the response to a request of a session that isn't a person's. */
export const notHumanRefusal = (): Refusal => {
  const body = problemOf("NotHuman", { reason: "not-human", message: humanNeeded })
  return { status: body.status, headers: { "content-type": problemType }, body }
}

/** Message for a session that is too old. */
export const confirmationNeeded = "Confirm that it's you, then try again. This requires a recent sign-in."

/** Messages for users, by the reason why a session doesn't count as recent. */
export const staleSentences = {
  "too-old": confirmationNeeded,
  "new-means": "A sign-in method was added to this account a moment ago. For your protection, wait a while, then "
    + "confirm that it's you."
} as const

/** Returns the header of a 401 for a session that is too old. RFC 9470 §3. */
export const stepUp = (maxAgeMillis: number): { readonly "www-authenticate": string } => ({
  "www-authenticate": "Bearer realm=\"latchkey\", error=\"insufficient_user_authentication\", "
    + `error_description="${confirmationNeeded}", max_age="${Math.floor(maxAgeMillis / 1000)}"`
})

/** Returns the header with the time of the next attempt. RFC 9110 §10.2.3. */
export const retryAfter = ({ retryAfterMillis }: Unavailable): { readonly [name: string]: string } =>
  retryAfterMillis === undefined ? {} : { "retry-after": String(Math.max(1, Math.ceil(retryAfterMillis / 1000))) }

/**
 * Returns the header of a 401: the scheme, and the problem of the credentials. RFC 9110 §11.6.1, RFC 6750 §3. A 403 has
 * no such header: the user lacks the permission, so another token would not help.
 */
export const challenge = (found: Exclude<Authentication, Unavailable>): { readonly "www-authenticate": string } => {
  const asked = "Bearer realm=\"latchkey\""
  if (found.status === "signed-out" && withoutToken.includes(found.reason)) return { "www-authenticate": asked }
  const problem = found.status === "signed-out"
    ? found.message
    : "The credentials are valid, but this endpoint requires a different kind."
  // characters allowed in a quoted description: RFC 6750 §3
  const description = problem.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "'")
  return { "www-authenticate": `${asked}, error="invalid_token", error_description="${description}"` }
}

/** Reasons for which the challenge has no error code, because no invalid credentials were sent. */
const withoutToken: ReadonlyArray<SignedOutReason> = ["no-credentials", "cross-site"]
