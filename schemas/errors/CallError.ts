/**
 * What any call can meet, whatever it asks for: one error with typed reasons, so that signatures stay short.
 * `Effect.catchReason("CallError", "RateLimited", …)` handles one of them, `catchFamily` those of a family.
 */
import type * as Redacted from "effect/Redacted"
import { TaggedError } from "../TaggedError.ts"
import type { anyCall } from "./anyCall.ts"

/** The browser says there is no network. The session is kept. docs/protocol.md §6. */
export class Offline extends TaggedError("Offline")<{}> {
  override get message(): string {
    return "You are offline. Please check your internet connection and try again."
  }
}

/** What the health checks after a lost connection found: `OK`, or the fault in words. docs/protocol.md §6. */
export type DiagnosticsReport = { readonly [check: string]: string | boolean | undefined }

/**
 * No answer came: refused, reset, unknown host, failed TLS, or a `fetch` that threw. The session is kept. A request
 * that is not idempotent was sent once; any other was sent again as the policy says.
 */
export class ConnectionFailed extends TaggedError("ConnectionFailed")<{
  /** The origin and the path template; never ids or the query. */
  readonly target: string
  readonly attempts: number
  /** The runtime's own words for the fault, without addresses of other hosts. */
  readonly fault: string
  readonly diagnostics: DiagnosticsReport
}> {
  override get message(): string {
    const found = Object.entries(this.diagnostics).map(([check, result]) => `${check}: ${result}`).join(", ")
    return `The platform could not be reached at ${this.target} (${times(this.attempts)}): ${this.fault}. `
      + "Check the base URL, the network and any proxy, then try again."
      + (found === "" ? "" : ` Diagnostics: ${found}.`)
  }
}

/** An attempt took longer than the policy allows. Whether the platform acted on it is not known. */
export class TimedOut extends TaggedError("TimedOut")<{
  readonly target: string
  readonly attempts: number
  readonly limitMillis: number
}> {
  override get message(): string {
    return `No answer from ${this.target} within ${this.limitMillis} ms (${times(this.attempts)}). `
      + "Try again, or allow more time with RetryPolicy."
  }
}

/** Too many requests, and the policy's attempts are used up or the stated wait is longer than it accepts. */
export class RateLimited extends TaggedError("RateLimited")<{
  readonly attempts: number
  /** How long the platform asks to wait, when it said so. */
  readonly retryAfterMillis: number | undefined
}> {
  override get message(): string {
    const wait = this.retryAfterMillis
      ? `Try again in ${Math.ceil(this.retryAfterMillis / 1000)} s.`
      : "Wait a little before trying again."
    return `The platform refuses further requests for now (429, ${times(this.attempts)}). ${wait}`
  }
}

/** The platform answered 508 with `INFINITE_LOOP_DETECTED` to every attempt. */
export class LoopDetected extends TaggedError("LoopDetected")<{ readonly attempts: number }> {
  override get message(): string {
    return `The platform reports a request loop (508, ${times(this.attempts)}). Try again later.`
  }
}

/** A refusal without a code: plain text for people, or an answer from something in between. */
export class HttpFailure extends TaggedError("HttpFailure")<{
  readonly status: number
  /** What the answer said: at most 1,000 characters, without the secrets of the request. */
  readonly text: string
  /** For the platform's support; unreadable from a browser. */
  readonly requestId: string | undefined
  /** The endpoint came with this revision of the platform, and the one that answers does not seem to have it. */
  readonly since?: string | undefined
}> {
  override get message(): string {
    const said = this.text === "" ? "no text" : JSON.stringify(this.text)
    return `The platform answered ${this.status} with ${said}. `
      + (this.since !== undefined
        ? `The endpoint came with the platform's revision ${this.since}, and this platform seems to be older: update it.`
        : this.status >= 500
        ? "The fault is on its side: try again later."
        : "The request was refused: check the project's settings and the caller's rights.")
  }
}

/**
 * A known error that the endpoint does not list. `asKnownError` of `latchkey/schemas` makes it the error it is, with its
 * details and its family, unless the error is newer than this version.
 */
export class UnexpectedKnownError extends TaggedError("UnexpectedKnownError")<{
  readonly code: string
  readonly status: number
  /** As the platform sent them. Wrapped, because only the error's class knows which of them are secret. */
  readonly details: Redacted.Redacted<unknown>
  readonly text: string
}> {
  override get message(): string {
    return `The platform answered with ${this.code} (${this.status}), which this endpoint is not known to raise: `
      + `${JSON.stringify(this.text)}. Handle the code in the reason UnexpectedKnownError, which asKnownError of `
      + "latchkey/schemas makes an error of its own, or update latchkey."
  }
}

/** The answer is not what the contract says: another content type, broken JSON, a field of another type. */
export class DecodeError extends TaggedError("DecodeError")<{
  readonly status: number
  /** What is wrong and where, without the values. */
  readonly problem: string
  /** The first 200 characters, without the secrets of the request. Empty for a success, which may carry new ones. */
  readonly excerpt: string
}> {
  override get message(): string {
    return `The answer (${this.status}) is not what the platform sends: ${this.problem}. `
      + "Check that the base URL is the platform's and that no proxy or login page answers in its place."
  }
}

/** The answer went past the cap (5 MB unless set otherwise) and was cut off. */
export class ResponseTooLarge extends TaggedError("ResponseTooLarge")<{ readonly limitBytes: number }> {
  override get message(): string {
    return `The answer is longer than ${this.limitBytes} bytes and was not read to its end. `
      + "Ask for less at once (limit, cursor), or raise MaxResponseBytes."
  }
}

/** The answer was a redirect to another origin, or one that cannot be looked into. Secrets do not follow it. */
export class RedirectRefused extends TaggedError("RedirectRefused")<{
  readonly status: number
  /** The origin it leads to, when it can be read. */
  readonly origin: string | undefined
}> {
  override get message(): string {
    return `The answer is a redirect${this.origin === undefined ? "" : ` to ${this.origin}`}, which was not followed `
      + "because it would carry keys and tokens away. Set the base URL to where the platform really is."
  }
}

/** The input does not fit the endpoint. Nothing was sent. */
export class InvalidInput extends TaggedError("InvalidInput")<{
  readonly issues: ReadonlyArray<{ readonly path: string; readonly problem: string }>
}> {
  override get message(): string {
    return `Nothing was sent, because the input does not fit: ${
      this.issues.map(({ path, problem }) => path === "" ? problem : `${path}: ${problem}`).join("; ")
    }.`
  }
}

/** The project's configuration cannot work. Nothing was sent. */
export class InvalidConfiguration extends TaggedError("InvalidConfiguration")<{
  /** The option that is wrong. */
  readonly setting: string
  readonly problem: string
  readonly next: string
}> {
  override get message(): string {
    return `${this.setting} ${this.problem}. ${this.next}`
  }
}

/** Known errors that any request of a level can meet: general, project authentication, session. */
export type AnyCallError = InstanceType<(typeof anyCall)[number]>

/** Why a call failed, besides the known errors of its endpoint. */
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
  | AnyCallError

/** A call failed for a reason that has nothing to do with what it asked for. The message is the reason's. */
export class CallError extends TaggedError("CallError")<{
  /** The endpoint's name, as in `password.signIn`. */
  readonly endpoint: string
  readonly reason: CallReason
}> {
  override get message(): string {
    return this.reason.message
  }
}

const times = (attempts: number): string => attempts === 1 ? "1 attempt" : `${attempts} attempts`
