/** Who gets through an adapter, and what the others are answered. */
import {
  type Authentication,
  challenge,
  notOpenYet,
  type RequestAuthenticator,
  retryAfter,
  type SessionAuthentication,
  type SignedIn
} from "../verify/index.ts"

/** What an adapter stands on: what `createAuthenticator` makes. */
export type AuthenticatorLike = Pick<RequestAuthenticator, "authenticateRequest">

/** Whom an adapter lets through; `undefined`: everyone. */
export type Requirement = "user" | "session" | undefined

/** Who it is that got through. */
export type AdmittedAuthentication<Require extends Requirement> = Require extends "user" ? SignedIn
  : Require extends "session" ? SessionAuthentication
  : Authentication

/** Who gets through. */
export interface AdapterOptions<Require extends Requirement = Requirement> {
  /**
   * `user`: somebody with an account, by session or API key. `session`: a user's or anonymous user's session, and a restricted
   * one's from an authenticator with `includeRestricted`. Others are answered 401 with `WWW-Authenticate`, or 503 when the
   * platform does not answer, after too many requests with `Retry-After`.
   * @default everyone gets through
   */
  readonly require?: Require | undefined
}

/** The answer for who does not get through. */
export interface Refusal {
  readonly status: 401 | 503
  /** `WWW-Authenticate` with 401; with 503, after too many requests, `Retry-After`. */
  readonly headers: { readonly [name: string]: string }
  /** JSON. */
  readonly body: { readonly reason: string; readonly message: string }
}

/** `undefined` for who gets through. */
export const refusalOf = (found: Authentication, { require }: AdapterOptions = {}): Refusal | undefined => {
  if (require === undefined) return undefined
  if (found.status === "unavailable") {
    const message = "Who you are cannot be checked right now. Try again in a moment."
    return { status: 503, headers: retryAfter(found), body: { reason: "unavailable", message } }
  }
  const headers = challenge(found)
  if (found.status === "signed-out") {
    return { status: 401, headers, body: { reason: found.reason, message: found.message } }
  }
  const may = require === "user"
    ? found.status === "signed-in"
    : found.by === "session"
  const message = found.status === "restricted"
    ? notOpenYet
    : require === "user"
    ? "This takes a user with an account. Sign in or sign up, then try again."
    : "This takes a session, not an API key. Sign in, then try again."
  return may ? undefined : { status: 401, headers, body: { reason: found.status, message } }
}
