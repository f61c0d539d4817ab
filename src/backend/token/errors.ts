/** Errors of access tokens. They never contain the token. */
import { PlainError } from "./PlainError.ts"

/** Reason why an access token is invalid. */
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
  malformed: "It is not a JWT. Send the token unchanged, as the client received it.",
  algorithm: "It is not signed with ES256. Check where it comes from.",
  header: "Its header is not one of the platform's. Check where it comes from.",
  issuer: "Another platform or project issued it. Compare projectId and baseUrl with the client's; if the token names "
    + "another URL of the same platform, add that URL to issuers.",
  audience: "It is meant for another project. Compare projectId with the client's.",
  branch: "It is meant for another branch. Compare branch with the client's.",
  anonymous: "It belongs to an anonymous user. Ask the user to sign in, or set anonymous to true.",
  restricted:
    "It belongs to a restricted user. Send the user to the onboarding page, which shows the next step. To accept such users, "
    + "set includeRestricted, or restricted for createVerifier, to true.",
  "unknown-key":
    "None of the project's keys signed it. Sign in again, or compare projectId and baseUrl with the client's.",
  signature: "Its signature is wrong: it was changed or forged. Sign in again.",
  expired: "It has expired. Refresh it.",
  "not-yet-valid": "It is not valid yet. Compare this machine's clock with the platform's.",
  claims: "It lacks claims that every token of the platform has. Check where it comes from."
}

/** Whether a reason for a refusal concerns the access token. */
export const isTokenFault = (reason: string): reason is TokenFault => Object.hasOwn(tokenSentences, reason)

/**
 * The access token is invalid. `reason` identifies the problem, and `message` gives the next step.
 *
 * @status 401
 * @cause The token has expired, or belongs to a different project or platform from the one that the back end is
 * configured for.
 * @cause The request has something other than an access token.
 * @cause The clock of this machine is wrong.
 * @fix Respond with 401: the client refreshes its token, or signs in again.
 * @fix If every token fails, compare `projectId` and `baseUrl` of the back end with the client's.
 */
export class TokenRejected extends PlainError<"TokenRejected", {
  readonly reason: TokenFault
  readonly expiredAt?: Date | undefined
}> {
  declare readonly reason: TokenFault
  /** Time of expiry, if the token has expired. */
  declare readonly expiredAt?: Date

  constructor(reason: TokenFault, expired?: { readonly at: Date; readonly now: Date }) {
    const times = expired === undefined
      ? ""
      : ` Expiry: ${expired.at.toISOString()}; this machine's clock: ${expired.now.toISOString()}.`
    super(
      "TokenRejected",
      expired === undefined ? { reason } : { reason, expiredAt: expired.at },
      `The access token was not accepted. ${tokenSentences[reason]}${times}`
    )
  }
}

/**
 * The project's public keys could not be fetched, so the token can't be verified. No user is signed out.
 *
 * @status 503
 * @cause The back end can't reach the platform: a network, firewall or DNS problem, or a `baseUrl` that works only in
 *   browsers.
 * @cause `baseUrl` or `projectId` is wrong, so the URL has no keys.
 * @fix Respond with 503. Open the URL in the message from the back end's machine.
 */
export class KeysUnavailable extends PlainError<"KeysUnavailable", { readonly url: string; readonly problem: string }> {
  /** URL of the keys. */
  declare readonly url: string
  declare readonly problem: string

  constructor(url: string, problem: string) {
    super(
      "KeysUnavailable",
      { url, problem },
      `Access tokens cannot be verified now, because the keys at ${url} could not be fetched: ${problem}. `
        + "Check baseUrl, projectId and the network, then try again."
    )
  }
}

/**
 * An option is invalid, so nothing was sent. `setting` is the option's name.
 *
 * @cause An environment variable is not set where the back end runs.
 * @cause A value has the wrong format, such as a `baseUrl` without `https://`.
 * @fix Follow the last sentence of the message.
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
