/**
 * What any call can meet, whatever it asks for: one error with typed reasons, so that signatures stay short.
 * `Effect.catchReason("CallError", "RateLimited", …)` handles one of them, `catchFamily` those of a family.
 */
import type * as Redacted from "effect/Redacted"
import { TaggedError } from "../TaggedError.ts"
import type { anyCall } from "./anyCall.ts"
import { lostConnection } from "./lostConnection.ts"

/**
 * The browser says there is no network. The session is kept. docs/protocol.md §6.
 *
 * @cause The device has no connection, or is in flight mode.
 * @fix Show the sentence and let the person try again. Nothing signs them out meanwhile, and what was read is still
 *   shown.
 */
export class Offline extends TaggedError("Offline")<{}> {
  override get message(): string {
    return "You are offline. Please check your internet connection and try again."
  }
}

/** What the health checks after a lost connection found: `OK`, or the fault in words. docs/protocol.md §6. */
export type DiagnosticsReport = { readonly [check: string]: string | boolean | undefined }

/**
 * No answer came: refused, reset, unknown host, failed TLS, or a `fetch` that threw. The session is kept. A request
 * that is not idempotent was sent once; any other was sent again as the policy says, unless it went to an address of this
 * machine that has never responded. `fault` has the reason, where the runtime gives it: browsers don't.
 *
 * @cause Nothing listens at the address: the emulator or the platform does not run, or on another port.
 * @cause `baseUrl` is mistyped, or its name is not known to the DNS of this machine or container.
 * @cause The certificate is not trusted: it is self-signed, has expired, or is for another name.
 * @cause A firewall, a VPN or a proxy stands between, or a content security policy forbids the address in a browser.
 * @fix Open the address that the message names, from the machine that failed.
 * @fix Start the emulator with `npx latchkey emulator`, or correct `baseUrl`. `latchkey doctor` checks the rest.
 * @fix For a certificate of your own authority, name that authority to Node in `NODE_EXTRA_CA_CERTS`.
 */
export class ConnectionFailed extends TaggedError("ConnectionFailed")<{
  /** The origin and the path template; never ids or the query. */
  readonly target: string
  readonly attempts: number
  /** The runtime's own words for the fault, without addresses of other hosts. */
  readonly fault: string
  /** What the runtime calls it, such as `ECONNREFUSED`. Browsers do not tell. */
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
 * An attempt took longer than the policy allows. Whether the platform acted on it is not known.
 *
 * @cause The platform, or the network, is slow.
 * @cause The call itself takes long, such as one that renders mails.
 * @fix Try again. What is not idempotent may have been done: look before you repeat it.
 * @fix Allow more time with `RetryPolicy`: `retryPolicy: { perAttempt: "1 minute" }`.
 */
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

/**
 * Too many requests, and the policy's attempts are used up or the stated wait is longer than it accepts.
 *
 * @status 429
 * @cause Many calls at once, for instance in a loop over users.
 * @cause Somebody tries passwords or codes, and the platform slows them down.
 * @cause Several servers with one address share what the platform allows.
 * @fix Wait as long as `retryAfterMillis` says. The prebuilt screens count it down.
 * @fix Ask for less: read lists instead of single items, and share reads with `Reads`. Servers share the wait with
 *   `layerSharedRateLimitGate`.
 */
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

/**
 * The platform answered 508 with `INFINITE_LOOP_DETECTED` to every attempt.
 *
 * @status 508
 * @cause The hosting of the platform took requests for a loop, mostly for a short time.
 * @cause A proxy of yours sends requests for the platform back to itself.
 * @fix Try again later. Check that `baseUrl` does not lead to a proxy that asks this very program.
 */
export class LoopDetected extends TaggedError("LoopDetected")<{ readonly attempts: number }> {
  override get message(): string {
    return `The platform reports a request loop (508, ${times(this.attempts)}). Try again later.`
  }
}

/**
 * A refusal without a code: plain text for people, or an answer from something in between. `status` and `text` have
 * what was said.
 *
 * @cause The project's settings forbid it, and the platform says so in plain text.
 * @cause A proxy, a firewall or a login page answers in place of the platform.
 * @cause The platform is older than the endpoint; `since` then names the revision that brought it.
 * @cause With a status of 500 or more, the platform failed.
 * @fix Read `text`. Check the project's settings, and that `baseUrl` is the platform's.
 * @fix With 500 or more, try again later, and give `requestId` to those who run the platform.
 */
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
 * A known error that the endpoint does not list. `asKnownError` of `latchkey/schemas` makes it the error it is, with
 * its details and its family, unless the error is newer than this version.
 *
 * @cause The platform is newer than this version, or answers differently here.
 * @fix Look up its `code` here, and handle it in the reason `UnexpectedKnownError`, with `asKnownError`.
 * @fix Update latchkey, and report the endpoint where that does not help.
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

/**
 * The answer is not what the contract says: another content type, broken JSON, a field of another type.
 *
 * @cause `baseUrl` leads to something else than the platform: a site's own page, a tunnel's warning, a login page.
 * @cause A proxy changed the answer or cut it off.
 * @cause The platform is newer than this version.
 * @fix Open `baseUrl` followed by `/api/v1` in a browser: it must be the platform that answers.
 * @fix Update latchkey, and report it with `problem` where that does not help.
 */
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

/**
 * The answer went past the cap (5 MB unless set otherwise) and was cut off.
 *
 * @cause A list was asked for without a `limit`, or its items hold much metadata.
 * @fix Ask for less at once (`limit`, `cursor`), or raise `MaxResponseBytes`.
 */
export class ResponseTooLarge extends TaggedError("ResponseTooLarge")<{ readonly limitBytes: number }> {
  override get message(): string {
    return `The answer is longer than ${this.limitBytes} bytes and was not read to its end. `
      + "Ask for less at once (limit, cursor), or raise MaxResponseBytes."
  }
}

/**
 * The response was a redirect to another origin, or an unreadable one. Requests carry secrets, so it was not followed.
 *
 * @cause `baseUrl` is an address that redirects: `http` instead of `https`, with or without `www.`, or an old domain.
 * @cause A proxy redirects requests without a session of its own to a login page.
 * @fix Set `baseUrl` to the address of the platform itself. To see where it redirects, request it with `curl -I`.
 */
export class RedirectRefused extends TaggedError("RedirectRefused")<{
  readonly status: number
  /** Where it leads, if that is the platform's own host with another scheme or port, or with or without `www.`. */
  readonly origin: string | undefined
}> {
  override get message(): string {
    return `The response is a redirect to ${this.origin ?? "another origin"}, which was not followed because it would `
      + "carry keys and tokens away. Set the base URL to the address of the platform itself."
  }
}

/**
 * The input does not fit the endpoint. Nothing was sent. `issues` says what is wrong and where.
 *
 * @cause A field is missing, misspelt or of the wrong type, and the compiler could not see it: the value came from a
 *   form, a file or `any`.
 * @cause A token of the session is the text "undefined": something wrote it there that had none.
 * @fix Correct the fields that `issues` names.
 */
export class InvalidInput extends TaggedError("InvalidInput")<{
  readonly issues: ReadonlyArray<{ readonly path: string; readonly problem: string }>
}> {
  override get message(): string {
    return `Nothing was sent, because the input does not fit: ${
      this.issues.map(({ path, problem }) => path === "" ? problem : `${path}: ${problem}`).join("; ")
    }.`
  }
}

/**
 * The project's configuration cannot work. Nothing was sent. `setting` is the option that is wrong.
 *
 * @cause A key or the project id is missing: its environment variable is not set where the program runs.
 * @cause A value is of the wrong kind, such as a `baseUrl` without `https://`.
 * @fix Do what the message ends with. `latchkey doctor` shows what the program finds.
 */
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

/**
 * Another user is signed in than when the action began, or none. Nothing was sent, so that nothing of one user is stored for
 * another.
 *
 * @cause The account changed while a form was open, a prompt was shown or a retry was pending, often in another tab.
 * @fix Show who is signed in now, and let that person begin again.
 */
export class UserChanged extends TaggedError("UserChanged")<{}> {
  override get message(): string {
    return "Nothing was sent, because the signed-in user changed after this began. "
      + "Check which account is signed in, then begin again."
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
  | UserChanged
  | AnyCallError

/**
 * A call failed for a reason that has nothing to do with what it asked for. The message is the reason's; `reason._tag`
 * says which it is.
 *
 * @cause The network, the configuration, the input, or a session that is over. Each reason has a page of its own.
 * @fix Handle the reason that you mean: `Effect.catchReason("CallError", "RateLimited", …)`, or `error.reason
 *   instanceof RateLimited` with promises.
 * @fix Let the others pass, or show `error.message`.
 */
export class CallError extends TaggedError("CallError")<{
  /** The endpoint's name, as in `password.signIn`. */
  readonly endpoint: string
  readonly reason: CallReason
}> {
  override get message(): string {
    return this.reason.message
  }
  /** The page of the reason. */
  override get docs(): string {
    return this.reason.docs
  }
}

const times = (attempts: number): string => attempts === 1 ? "1 attempt" : `${attempts} attempts`
