/** A platform with scripted responses. It records its requests. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  ObserveTransport,
  Transport,
  TransportError,
  type WireRequest,
  type WireResponse
} from "../../../layers/call/Transport.ts"
import type { RedirectRefused, ResponseTooLarge } from "../../../schemas/errors/CallError.ts"

/** Responds to a request. */
export type Answer = (
  request: WireRequest
) => Effect.Effect<WireResponse, TransportError | ResponseTooLarge | RedirectRefused>

/** A recorded request. */
export interface Arrived extends WireRequest {
  /** Time on the test clock, in milliseconds. */
  readonly at: number
}

export interface Scripted {
  readonly layer: Layer.Layer<Transport>
  /** All requests so far, in order. */
  readonly requests: ReadonlyArray<Arrived>
  /** Number of requests that were aborted before their response. */
  readonly aborted: () => number
}

/** Creates a transport that returns the responses in order. The last response is repeated. */
export const scriptedTransport = (...answers: readonly [Answer, ...ReadonlyArray<Answer>]): Scripted => {
  const requests: Array<Arrived> = []
  let aborted = 0
  const send = (request: WireRequest) =>
    Effect.flatMap(Clock.currentTimeMillis, (at) => {
      requests.push({ ...request, at })
      const answer = answers[Math.min(requests.length, answers.length) - 1]!
      return Effect.onInterrupt(answer(request), () => Effect.sync(() => aborted++))
    })
  // one object, because transports have their own rate limits
  const transport = { send }
  const layer = Layer.effect(
    Transport,
    Effect.map(ObserveTransport, (watch) => watch === undefined ? transport : watch().around(transport))
  )
  return { layer, requests, aborted: () => aborted }
}

const utf8 = new TextEncoder()

/** Any response. */
export const answer = (
  status: number,
  headers: ConstructorParameters<typeof Headers>[0],
  body: string | Uint8Array
): Answer =>
() =>
  Effect.succeed({ status, headers: new Headers(headers), body: typeof body === "string" ? utf8.encode(body) : body })

/** A successful response. */
export const json = (body: unknown, headers: { readonly [name: string]: string } = {}): Answer =>
  answer(200, { "content-type": "application/json", ...headers }, JSON.stringify(body))

/** A plain-text response with its real status. */
export const plain = (status: number, text: string, headers: { readonly [name: string]: string } = {}): Answer =>
  answer(status, { "content-type": "text/plain; charset=utf-8", ...headers }, text)

/**
 * A known error in the form in which the platform sends it: with status 200, and the real status in a header.
 * docs/protocol.md §3.
 */
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

/** The 508 response that clients retry. */
export const loop: Answer = plain(508, "INFINITE_LOOP_DETECTED")

/** A lost connection. */
export const lost: Answer = () => Effect.fail(new TransportError({ fault: "TypeError: fetch failed", transient: true }))

/** Never responds. */
export const silence: Answer = () => Effect.never

/** Delays a response. */
export const after = (wait: Duration.Input, late: Answer): Answer => (request) => Effect.delay(late(request), wait)

/**
 * The same platform with a separate transport, like that of another process: each transport has its own gates in
 * memory.
 */
export const fromAnotherProcess = (platform: Layer.Layer<Transport>): Layer.Layer<Transport> =>
  Layer.fresh(Layer.effect(Transport, Effect.map(Transport, (transport) => ({ ...transport })))).pipe(
    Layer.provide(platform)
  )
