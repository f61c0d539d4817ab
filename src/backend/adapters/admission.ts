/** Requirements of adapters, and the responses to requests that don't meet them. */
import {
  accountNeeded,
  type Authentication,
  type Refusal,
  refusal,
  type RequestAuthenticator,
  type SessionAuthentication,
  sessionNeeded,
  type SignedIn
} from "../verify/index.ts"

/** The part of an authenticator that adapters use. */
export type AuthenticatorLike = Pick<RequestAuthenticator, "authenticateRequest">

/** Requirement of an adapter; `undefined` for none. */
export type Requirement = "user" | "session" | undefined

/** The authentication of a request that was let through. */
export type AdmittedAuthentication<Require extends Requirement> = Require extends "user" ? SignedIn
  : Require extends "session" ? SessionAuthentication
  : Authentication

/** Options of an adapter. */
export interface AdapterOptions<Require extends Requirement = Requirement> {
  /**
   * `user`: a user with an account, by session or API key. `session`: the session of a user or an anonymous user, and of a
   * restricted user if the authenticator has `includeRestricted`.
   *
   * Other requests get problem details (RFC 9457) with 401 and `WWW-Authenticate`, or with 503 when the platform doesn't
   * respond, and `Retry-After` after too many requests.
   * @default every request is let through
   */
  readonly require?: Require | undefined
}

/** Returns the rejection of a request, or `undefined` for a request that meets the requirement. */
export const refusalOf = (found: Authentication, { require }: AdapterOptions = {}): Refusal | undefined => {
  if (require === undefined) return undefined
  const may = require === "user" ? found.status === "signed-in" : isInSession(found)
  return may ? undefined : refusal(found, require === "user" ? accountNeeded : sessionNeeded)
}

const isInSession = (found: Authentication): boolean => "by" in found && found.by === "session"
