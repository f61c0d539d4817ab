/** Requirements of adapters, and the responses to requests that don't meet them. */
import { VerifierMisconfigured } from "../token/index.ts"
import {
  accountNeeded,
  adapterRule,
  type Authentication,
  type FreshInput,
  isOfSession,
  PlainInvalidConfiguration,
  type Refusal,
  refusal,
  type RequestAuthenticator,
  type SessionAuthentication,
  sessionNeeded,
  type SignedIn
} from "../verify/index.ts"

/** The part of an authenticator that adapters use. */
export type AuthenticatorLike =
  & Pick<RequestAuthenticator, "authenticateRequest">
  & Partial<Pick<RequestAuthenticator, "refusalUnlessFresh" | "refusalUnlessHuman">>

/** Requirement of an adapter; `undefined` for none. */
export type Requirement = "user" | "session" | undefined

/** The authentication of a request that was let through. */
export type AdmittedAuthentication<Require extends Requirement> = Require extends "user" ? SignedIn
  : Require extends "session" ? SessionAuthentication
  : Authentication

/** Options for an adapter. */
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
  /**
   * The user must have signed in within this time, such as `"5 minutes"`. Other sessions get a 401 with the challenge
   * of RFC 9470. API keys have no age, and get a plain 401. The beginning of each session is read from the platform
   * once. With `{ within, means: "known" }`, a sign-in method counts only if the account has had it for longer.
   * @default sessions of any age
   */
  readonly freshWithin?: FreshInput | undefined
  /**
   * Whether the request must come from a person. Sessions of agents on a person's account get a 403, and so do sessions
   * that the platform doesn't list, such as impersonations. API keys get a 401. The platform's list of sessions is read
   * once per session; if it has no names of agents, every request gets a 503.
   * @default false
   */
  readonly human?: boolean | undefined
}

/**
 * Checks the options when an adapter is created. Throws `InvalidConfiguration`: a misspelled `require` would let other
 * requests through.
 */
export const checkOptions = ({ freshWithin, require }: AdapterOptions = {}): void => {
  if (require !== undefined && require !== "user" && require !== "session") {
    throw new PlainInvalidConfiguration({
      setting: "require",
      problem: `is ${JSON.stringify(require)}`,
      next: "Use \"user\" or \"session\", or leave it out to let every request through."
    })
  }
  adapterRule(freshWithin)
}

/** Returns the rejection of a request without the required user or session, or `undefined` for any other request. */
export const refusalOf = (found: Authentication, { require }: AdapterOptions = {}): Refusal | undefined => {
  if (require === undefined) return undefined
  const may = require === "user" ? found.status === "signed-in" : isOfSession(found)
  return may ? undefined : refusal(found, require === "user" ? accountNeeded : sessionNeeded)
}

/** Returns the rejection of a request, or `undefined` for a request that meets all requirements. */
export const refusalBy = async (
  authenticator: AuthenticatorLike,
  found: Authentication,
  options: AdapterOptions = {}
): Promise<Refusal | undefined> => {
  const refused = refusalOf(found, options)
  if (refused !== undefined) return refused
  if (options.human === true) {
    if (authenticator.refusalUnlessHuman === undefined) throw lacks("human", "can tell people from agents")
    const notHuman = await authenticator.refusalUnlessHuman(found)
    if (notHuman !== undefined) return notHuman
  }
  if (options.freshWithin === undefined) return undefined
  if (authenticator.refusalUnlessFresh === undefined) throw lacks("freshWithin", "knows the age of sessions")
  return authenticator.refusalUnlessFresh(found, options.freshWithin)
}

const lacks = (option: string, what: string): VerifierMisconfigured =>
  new VerifierMisconfigured(
    option,
    `needs an authenticator that ${what}`,
    "Pass the result of createAuthenticator() to the adapter."
  )
