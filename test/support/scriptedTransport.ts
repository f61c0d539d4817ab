/** A platform in a test's hands: it answers from a script and remembers what it was asked. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Lost, Transport, type WireRequest, type WireResponse } from "../../layers/call/Transport.ts"
import type { RedirectRefused, ResponseTooLarge } from "../../schemas/errors/CallError.ts"

/** What a request meets. */
export type Answer = (request: WireRequest) => Effect.Effect<WireResponse, Lost | ResponseTooLarge | RedirectRefused>

/** A request as it arrived. */
export interface Arrived extends WireRequest {
  /** Milliseconds on the test's clock. */
  readonly at: number
}

export interface Scripted {
  readonly layer: Layer.Layer<Transport>
  /** Every request so far, in order. */
  readonly requests: ReadonlyArray<Arrived>
  /** How many requests were given up before their answer. */
  readonly aborted: () => number
}

/** Gives the answers in order, and the last one to everything after them. */
export const scriptedTransport = (...answers: readonly [Answer, ...ReadonlyArray<Answer>]): Scripted => {
  const requests: Array<Arrived> = []
  let aborted = 0
  const send = (request: WireRequest) =>
    Effect.flatMap(Clock.currentTimeMillis, (at) => {
      requests.push({ ...request, at })
      const answer = answers[Math.min(requests.length, answers.length) - 1]!
      return Effect.onInterrupt(answer(request), () => Effect.sync(() => aborted++))
    })
  return { layer: Layer.succeed(Transport, { send }), requests, aborted: () => aborted }
}

const utf8 = new TextEncoder()

/** Any answer at all. */
export const answer = (
  status: number,
  headers: ConstructorParameters<typeof Headers>[0],
  body: string | Uint8Array
): Answer =>
() =>
  Effect.succeed({ status, headers: new Headers(headers), body: typeof body === "string" ? utf8.encode(body) : body })

/** A success. */
export const json = (body: unknown, headers: { readonly [name: string]: string } = {}): Answer =>
  answer(200, { "content-type": "application/json", ...headers }, JSON.stringify(body))

/** Plain text under its real status. */
export const plain = (status: number, text: string, headers: { readonly [name: string]: string } = {}): Answer =>
  answer(status, { "content-type": "text/plain; charset=utf-8", ...headers }, text)

/** A known error the way the platform sends it: status 200, the real one in a header. docs/protocol.md §3. */
export const knownError = (
  code: string,
  status: number,
  details?: object,
  text = `The platform's text of ${code}.`
): Answer =>
  answer(
    200,
    { "content-type": "application/json", "x-stack-known-error": code, "x-stack-actual-status": String(status) },
    JSON.stringify({ code, error: text, ...(details === undefined ? {} : { details }) })
  )

/** A 429, with or without `Retry-After`. */
export const tooMany = (retryAfter?: string): Answer =>
  plain(429, "Too many requests", retryAfter === undefined ? {} : { "retry-after": retryAfter })

/** The 508 that is worth another attempt. */
export const loop: Answer = plain(508, "INFINITE_LOOP_DETECTED")

/** The connection breaks. */
export const lost: Answer = () => Effect.fail(new Lost({ fault: "TypeError: fetch failed", transient: true }))

/** No answer ever comes. */
export const silence: Answer = () => Effect.never

/** The same answer, later. */
export const after = (wait: Duration.Input, late: Answer): Answer => (request) => Effect.delay(late(request), wait)

/** The same platform over a transport of its own, as another process has one: gates in memory are kept for each. */
export const fromAnotherProcess = (platform: Layer.Layer<Transport>): Layer.Layer<Transport> =>
  Layer.fresh(Layer.effect(Transport, Effect.map(Transport, (transport) => ({ ...transport })))).pipe(
    Layer.provide(platform)
  )
