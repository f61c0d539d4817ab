/** Why an access token was not believed, and what to do about it. None of them ever carries the token. */
import { PlainError } from "./PlainError.ts"

/** What is wrong with an access token. */
export type TokenFault =
  | "malformed"
  | "algorithm"
  | "header"
  | "issuer"
  | "audience"
  | "branch"
  | "anonymous"
  | "restricted"
  | "unknown-key"
  | "signature"
  | "expired"
  | "not-yet-valid"
  | "claims"

const tokenSentences: { readonly [Fault in TokenFault]: string } = {
  malformed: "It is no JWT. Send it as the client gave it.",
  algorithm: "It is not signed with ES256. Ask where it comes from.",
  header: "Its header is not one of the platform's. Ask where it comes from.",
  issuer:
    "Another platform or project issued it. Compare projectId and baseUrl with the client's; where the token names "
    + "another address of the same platform, add that to issuers.",
  audience: "It is meant for another project. Compare projectId with the client's.",
  branch: "It is meant for another branch. Compare branch with the client's.",
  anonymous: "It is an anonymous user's. Ask the person to sign in, or set anonymous to true.",
  restricted:
    "It is a restricted user's. Send the person to the page onboarding, which says what to do. To tell of such users, set "
    + "includeRestricted, or for createVerifier restricted, to true.",
  "unknown-key":
    "None of the project's keys signed it. Sign in again, or compare projectId and baseUrl with the client's.",
  signature: "Its signature is wrong: it was changed or forged. Sign in again.",
  expired: "Its time is over. Refresh it.",
  "not-yet-valid": "Its time has not come. Compare this machine's clock with the platform's.",
  claims: "It lacks claims that every token of the platform has. Ask where it comes from."
}

/**
 * An access token that must not be believed. `reason` says what is wrong with it, and the message what to do.
 *
 * @status 401
 * @cause The token has expired, or is of another project or platform than the back end is configured for.
 * @cause The request brings something else than an access token.
 * @cause The clock of this machine is wrong.
 * @fix Answer 401: the client refreshes its token, or signs in again.
 * @fix Where every token fails, compare `projectId` and `baseUrl` of the back end with the client's.
 */
export class TokenRejected extends PlainError<"TokenRejected", {
  readonly reason: TokenFault
  readonly expiredAt?: Date
}> {
  declare readonly reason: TokenFault
  /** When it expired, if that is what is wrong. */
  declare readonly expiredAt?: Date

  constructor(reason: TokenFault, expired?: { readonly at: Date; readonly now: Date }) {
    const times = expired === undefined
      ? ""
      : ` It expired at ${expired.at.toISOString()}; this machine's clock says ${expired.now.toISOString()}.`
    super(
      "TokenRejected",
      expired === undefined ? { reason } : { reason, expiredAt: expired.at },
      `The access token was not accepted. ${tokenSentences[reason]}${times}`
    )
  }
}

/**
 * The project's public keys could not be had, so nothing can be said about a token. Nobody is signed out by that.
 *
 * @status 503
 * @cause The back end cannot reach the platform: network, firewall, DNS, or a `baseUrl` that is right only for
 *   browsers.
 * @cause `baseUrl` or `projectId` is wrong, so that there are no keys at the address.
 * @fix Answer 503. Open the address of the message from the machine of the back end.
 */
export class KeysUnavailable extends PlainError<"KeysUnavailable", { readonly url: string; readonly problem: string }> {
  /** Where the keys were asked for. */
  declare readonly url: string
  declare readonly problem: string

  constructor(url: string, problem: string) {
    super(
      "KeysUnavailable",
      { url, problem },
      `Access tokens cannot be verified now, because the keys at ${url} could not be had: ${problem}. `
        + "Check baseUrl, projectId and the network, then try again."
    )
  }
}

/**
 * An option that cannot work. Nothing was sent. `setting` is its name.
 *
 * @cause An environment variable is not set where the back end runs.
 * @cause A value is of the wrong kind, such as a `baseUrl` without `https://`.
 * @fix Do what the message ends with.
 */
export class VerifierMisconfigured extends PlainError<"VerifierMisconfigured", {
  readonly setting: string
  readonly problem: string
}> {
  declare readonly setting: string
  declare readonly problem: string

  constructor(setting: string, problem: string, next: string) {
    super("VerifierMisconfigured", { setting, problem }, `${setting} ${problem}. ${next}`)
  }
}
