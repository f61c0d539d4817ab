/**
 * The reasons why any call can fail, whatever its endpoint: one error with typed reasons, so that signatures stay
 * short. `Effect.catchReason("CallError", "RateLimited", …)` handles one of them, `catchFamily` a family of them.
 */
import type * as Redacted from "effect/Redacted"
import { TaggedError } from "../TaggedError.ts"
import type { anyCall } from "./anyCall.ts"
import type { SignUpNotEnabled } from "./authConfiguration.ts"
import { lostConnection } from "./lostConnection.ts"
import type {
  ExternalAuthProviderNotConfigured,
  InvalidExternalAuthToken,
  OAuthProviderAccountIdAlreadyUsedForSignIn
} from "./oauth.ts"
import type { PermissionNotFound } from "./permissions.ts"
import type { SignUpRejected } from "./restrictions.ts"

/** Maximum number of issues in a sentence. */
const most = 10

/** Lists issues in a sentence: at most ten different ones, because a value can have an issue for each of its items. */
export const issuesInWords = (
  issues: ReadonlyArray<{ readonly path: string; readonly problem: string }>,
  whole?: string
): string => {
  const all = [
    ...new Set(issues.map(({ path, problem }) => {
      const place = path === "" ? whole : path
      return place === undefined ? problem : `${place}: ${problem}`
    }))
  ]
  const more = all.length - most
  return more > 0 ? `${all.slice(0, most).join("; ")}; and ${more} more` : all.join("; ")
}

/**
 * The browser reports no network. The session is kept. docs/protocol.md §6.
 *
 * @cause The device has no connection, or is in airplane mode.
 * @fix Show `error.message` and let the user try again. The user stays signed in, and cached reads stay visible.
 */
export class Offline extends TaggedError("Offline")<{}> {
  override get message(): string {
    return "You are offline. Please check your internet connection and try again."
  }
}

/** Results of the health checks after a lost connection: `OK`, or a description of the failure. docs/protocol.md §6. */
export type DiagnosticsReport = { readonly [check: string]: string | boolean | undefined }

/**
 * No response arrived: connection refused, connection reset, unknown host, failed TLS handshake, or a `fetch` that
 * threw. The session is kept. Idempotent requests were retried as the policy allows, except to a local address that has
 * never responded; other requests were sent once. `fault` has the reason if the runtime gives one; browsers don't.
 *
 * @cause Nothing listens at the address: the emulator or the platform is not running, or uses another port.
 * @cause `baseUrl` is mistyped, or the DNS of this machine or container can't resolve its host name.
 * @cause The certificate is not trusted: it is self-signed, has expired, or is for another name.
 * @cause A firewall, VPN or proxy blocks the request, or a content security policy forbids the address in a browser.
 * @fix Open the address in the message, on the machine where the call failed.
 * @fix Start the emulator with `npx latchkey emulator`, or correct `baseUrl`. `latchkey doctor` checks the rest.
 * @fix If you use your own certificate authority, set `NODE_EXTRA_CA_CERTS` to its certificate file.
 */
export class ConnectionFailed extends TaggedError("ConnectionFailed")<{
  /** Origin and path template of the request, without ids or query. */
  readonly target: string
  readonly attempts: number
  /** The runtime's description of the failure, without addresses of other hosts. */
  readonly fault: string
  /** The runtime's error code, such as `ECONNREFUSED`. Browsers give none. */
  readonly code?: string | undefined
  readonly diagnostics: DiagnosticsReport
}> {
  override get message(): string {
    const { attempts, code = "", diagnostics, fault, target } = this
    const results = Object.entries(diagnostics).map(([check, result]) =>
      `${check}: ${result === fault ? "the same" : result}`
    )
    const happened = lostConnection(target.split(" ")[0]!, code)
      ?? `The platform could not be reached at ${target} (${times(attempts)}): ${fault}`
    const isNews = results.some((result) => !/: (?:the same|true)$/.test(result))
    return `${happened}. Check the base URL, the network and any proxy, then try again.`
      + (isNews ? ` Diagnostics: ${results.join(", ")}.` : "")
  }
}

/**
 * An attempt took longer than the policy allows. The platform may or may not have processed the request.
 *
 * @cause The platform or the network is slow.
 * @cause The call itself is slow, for instance because it renders emails.
 * @fix Try again. A request that is not idempotent may have succeeded: check before you repeat it.
 * @fix Allow more time: `retryPolicy: { perAttempt: "1 minute" }`.
 */
export class TimedOut extends TaggedError("TimedOut")<{
  readonly target: string
  readonly attempts: number
  readonly limitMillis: number
}> {
  override get message(): string {
    return `No response from ${this.target} within ${this.limitMillis} ms (${times(this.attempts)}). `
      + "Try again, or allow more time with RetryPolicy."
  }
}

/**
 * The platform rate-limited the request. The policy's attempts are used up, or `Retry-After` is longer than the policy
 * accepts.
 *
 * @status 429
 * @cause The program makes many calls at once, for instance in a loop over users.
 * @cause Someone is guessing passwords or codes.
 * @cause Several servers with one IP address share a rate limit.
 * @fix Wait for `retryAfterMillis`. The prebuilt screens show a countdown.
 * @fix Send fewer requests: read lists instead of single items, and share reads with `Reads`. Servers can share the
 *   wait with `SharedRateLimitGate.layer`.
 */
export class RateLimited extends TaggedError("RateLimited")<{
  readonly attempts: number
  /** Wait in milliseconds that the platform requested; `undefined` if the response had none. */
  readonly retryAfterMillis: number | undefined
}> {
  override get message(): string {
    const wait = this.retryAfterMillis
      ? `Try again in ${Math.ceil(this.retryAfterMillis / 1000)} s.`
      : "Wait a little before trying again."
    return `The platform refuses further requests for now (429, ${times(this.attempts)}). ${wait}`
  }
}

/**
 * The platform responded with status 508 and `INFINITE_LOOP_DETECTED` to every attempt.
 *
 * @status 508
 * @cause The platform's hosting mistook requests for a loop. This is usually temporary.
 * @cause Your own proxy sends requests for the platform back to itself.
 * @fix Try again later. Check that `baseUrl` does not point to a proxy that forwards to this program.
 */
export class LoopDetected extends TaggedError("LoopDetected")<{ readonly attempts: number }> {
  override get message(): string {
    return `The platform reports a request loop (508, ${times(this.attempts)}). Try again later.`
  }
}

/**
 * The response has an error status but no error code: plain text from the platform, or a proxy's response. `status` and
 * `text` come from that response.
 *
 * @cause The project's settings forbid the action, and the platform responds with a plain-text error.
 * @cause A proxy, a firewall or a login page responded instead of the platform.
 * @cause The platform is older than the endpoint. In that case `since` has the first revision with the endpoint.
 * @cause With a status of 500 or more, the platform failed.
 * @fix Read `text`. Check the project's settings, and that `baseUrl` points to the platform.
 * @fix With a status of 500 or more, try again later, and send `requestId` to the platform's support.
 */
export class HttpFailure extends TaggedError("HttpFailure")<{
  readonly status: number
  /** Text of the response: at most 1,000 characters, without the secrets of the request. */
  readonly text: string
  /** Request id for the platform's support. Browsers cannot read it. */
  readonly requestId: string | undefined
  /**
   * First platform revision with the endpoint, if the responding platform seems to be older. `later` stands for a
   * revision after 2026-04.
   */
  readonly since?: string | undefined
}> {
  override get message(): string {
    const body = this.text === "" ? "no text" : `the text ${JSON.stringify(this.text)}`
    return `The platform responded with status ${this.status} and ${body}. `
      + (this.since !== undefined
        ? `The endpoint needs ${
          this.since === "later" ? "a later revision" : `revision ${this.since}`
        } of the platform, and this platform seems to be older: update it.`
        : this.status >= 500
        ? "This is a fault of the platform: try again later."
        : "The request was refused: check the project's settings and the caller's rights.")
  }
}

/**
 * The response has a known error that the endpoint does not list. `asKnownError` from `latchkey/schemas` converts it to
 * its class, with details and family, if this version knows the code.
 *
 * @cause The platform is newer than this version, or responds differently here.
 * @fix Look up the `code` in the error reference, and handle it in the reason `UnexpectedKnownError` with
 *   `asKnownError`.
 * @fix Update Latchkey. If that doesn't help, report the endpoint.
 */
export class UnexpectedKnownError extends TaggedError("UnexpectedKnownError")<{
  readonly code: string
  readonly status: number
  /** Details as the platform sent them. Redacted, because only the error's class knows which details are secret. */
  readonly details: Redacted.Redacted<unknown>
  readonly text: string
}> {
  override get message(): string {
    return `The platform responded with ${this.code} (${this.status}), which is not a known error of this endpoint: `
      + `${JSON.stringify(this.text)}. Handle the code in the reason UnexpectedKnownError, with asKnownError of `
      + "latchkey/schemas, or update latchkey."
  }
}

/**
 * The response does not match the contract: wrong content type, malformed JSON, or a field of the wrong type.
 *
 * @cause `baseUrl` points to something other than the platform: a website, a tunnel's warning page, a login page.
 * @cause A proxy changed or truncated the response.
 * @cause The platform is newer than this version.
 * @fix Open `baseUrl` followed by `/api/v1` in a browser, and check that the platform responds.
 * @fix Update Latchkey. If that doesn't help, report the error with its `problem`.
 */
export class DecodeError extends TaggedError("DecodeError")<{
  readonly status: number
  /** Path and problem of each mismatch, without the values. */
  readonly problem: string
  /**
   * First 200 characters of the response, without the secrets of the request. Empty for a successful response, which
   * may contain new secrets.
   */
  readonly excerpt: string
}> {
  override get message(): string {
    return `The response (${this.status}) does not match the contract: ${this.problem}. `
      + "Check that the base URL is the platform's and that no proxy or login page responds instead."
  }
}

/**
 * The response was longer than the limit (5 MB by default) and was not read to the end.
 *
 * @cause A list was requested without `limit`, or its items have a lot of metadata.
 * @fix Request less at once (`limit`, `cursor`), or raise `MaxResponseBytes`.
 */
export class ResponseTooLarge extends TaggedError("ResponseTooLarge")<{ readonly limitBytes: number }> {
  override get message(): string {
    return `The response is longer than ${this.limitBytes} bytes, so it was not read completely. `
      + "Request fewer items at once (limit, cursor), or raise MaxResponseBytes."
  }
}

/**
 * The response was a redirect to another origin, or a redirect whose target is unreadable. Requests carry secrets, so
 * it was not followed.
 *
 * @cause `baseUrl` is an address that redirects: `http` instead of `https`, with or without `www.`, or an old domain.
 * @cause A proxy redirects requests that lack the proxy's own session to a login page.
 * @fix Set `baseUrl` to the address of the platform itself. To see where it redirects, request it with `curl -I`.
 */
export class RedirectRefused extends TaggedError("RedirectRefused")<{
  readonly status: number
  /** Origin of the redirect, if its host is the platform's own, ignoring the scheme, the port and `www.`. */
  readonly origin: string | undefined
}> {
  override get message(): string {
    return `The response is a redirect to ${this.origin ?? "another origin"}, which was not followed because it would `
      + "carry keys and tokens away. Set the base URL to the platform's own address."
  }
}

/**
 * The input is invalid for the endpoint, so nothing was sent. `issues` lists the invalid fields.
 *
 * @cause A field is missing, misspelled or of the wrong type. The compiler could not detect it, because the value came
 *   from a form, a file or `any`.
 * @cause A token of the session is the string "undefined", because some code stored a missing token.
 * @fix Correct the fields that `issues` names.
 */
export class InvalidInput extends TaggedError("InvalidInput")<{
  readonly issues: ReadonlyArray<{ readonly path: string; readonly problem: string }>
  /** Beginning of the message. @default "Nothing was sent" */
  readonly outcome?: string | undefined
}> {
  override get message(): string {
    return `${this.outcome ?? "Nothing was sent"}, because the input is invalid: ${issuesInWords(this.issues)}.`
  }
}

/**
 * The project's configuration is invalid, so nothing was sent. `setting` is the invalid option.
 *
 * @cause A key or the project id is missing: its environment variable is not set where the program runs.
 * @cause A value has the wrong format, such as a `baseUrl` without `https://`.
 * @fix Follow the last sentence of the message. `latchkey doctor` shows the configuration that the program reads.
 */
export class InvalidConfiguration extends TaggedError("InvalidConfiguration")<{
  /** Name of the invalid option. */
  readonly setting: string
  readonly problem: string
  readonly next: string
}> {
  override get message(): string {
    return `${this.setting} ${this.problem}. ${this.next}`
  }
}

/**
 * The signed-in user changed after the action began, so nothing was sent. This prevents storing one user's data for
 * another.
 *
 * @cause The account changed while a form was open, a prompt was shown or a retry was pending, often in another tab.
 * @fix Show which account is signed in, and let the user start again.
 */
export class UserChanged extends TaggedError("UserChanged")<{}> {
  override get message(): string {
    return "Nothing was sent, because the signed-in user changed after this began. "
      + "Check which account is signed in, then begin again."
  }
}

/**
 * The identity vendor has a session but gave no access to it, so nothing was sent. `problem` is `NoToken` if the vendor
 * returned no token, `VendorFailed` if one of its functions threw or took too long, and `SessionChanged` if another
 * session became current in the meantime. The session is kept. See `ExternalStore.layer`.
 *
 * @cause The vendor's service can't be reached, or its SDK is still loading.
 * @cause The user switched accounts at the vendor while the call was waiting.
 * @fix Show `error.message` and let the user try again. The next call begins with the vendor's current session.
 */
export class ExternalSessionUnavailable extends TaggedError("ExternalSessionUnavailable")<{
  readonly problem: "NoToken" | "SessionChanged" | "VendorFailed"
}> {
  override get message(): string {
    return this.problem === "SessionChanged"
      ? "Nothing was sent, because the signed-in account changed in the meantime. Check which account is signed in, then try again."
      : "The service that you signed in with does not respond at the moment. Try again in a moment."
  }
}

/** The person signed out, or another person signed in. */
export type PersonChange = "SignedOut" | "AnotherUser"

/**
 * The signed-in person changed after `forPerson` began, so its effect was interrupted: `reason` is `SignedOut` or
 * `AnotherUser`. As the reason of a `CallError`, it means that the person signed out after the call began, so nothing
 * was sent.
 *
 * @cause The person signed out, here or in another tab, or another person signed in.
 * @cause The platform ended the session: it expired, or was revoked on another device or by an administrator.
 * @fix Show which account is signed in, and let the person start again.
 */
export class PersonChanged extends TaggedError("PersonChanged")<{
  readonly reason: PersonChange
}> {
  override get message(): string {
    return this.reason === "SignedOut"
      ? "This was stopped, because the account was signed out before it ended. Sign in, then begin again."
      : "This was stopped, because another account signed in before it ended. "
        + "Check which account is signed in, then begin again."
  }
}

/** Known errors that any request of a level can fail with: general, project authentication and session errors. */
export type AnyCallError = InstanceType<(typeof anyCall)[number]>

/** Known errors of the exchange that replaces the refresh with `ExternalStore.layer`. */
export type ExternalExchangeError =
  | ExternalAuthProviderNotConfigured
  | InvalidExternalAuthToken
  | OAuthProviderAccountIdAlreadyUsedForSignIn
  | PermissionNotFound
  | SignUpNotEnabled
  | SignUpRejected

/** Reason why a call failed, apart from the known errors of its endpoint. */
export type CallReason =
  | Offline
  | ConnectionFailed
  | TimedOut
  | RateLimited
  | LoopDetected
  | HttpFailure
  | UnexpectedKnownError
  | DecodeError
  | ResponseTooLarge
  | RedirectRefused
  | InvalidInput
  | InvalidConfiguration
  | UserChanged
  | PersonChanged
  | ExternalSessionUnavailable
  | ExternalExchangeError
  | AnyCallError

/**
 * The call failed for a reason that any call can have. `message` is the reason's message; `reason._tag` identifies the
 * reason.
 *
 * @cause A problem with the network, the configuration or the input, or an ended session. Each reason has its own page.
 * @fix Handle the reasons that matter to you: `Effect.catchReason("CallError", "RateLimited", …)`, or `error.reason
 *   instanceof RateLimited` with promises.
 * @fix Show `error.message` for the others, or let them propagate.
 */
export class CallError extends TaggedError("CallError")<{
  /** Name of the endpoint, such as `password.signIn`. */
  readonly endpoint: string
  readonly reason: CallReason
}> {
  override get message(): string {
    return this.reason.message
  }
  /** Docs page of the reason. */
  override get docs(): string {
    return this.reason.docs
  }
}

const times = (attempts: number): string => attempts === 1 ? "1 attempt" : `${attempts} attempts`
