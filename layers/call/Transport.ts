/** Sends requests to the platform: one method, `send`. */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { RedirectRefused, ResponseTooLarge } from "../../schemas/errors/CallError.ts"
import { watchPoint } from "../observe/index.ts"
import { faultOf, fetchOptions, readBody, type WireRequest, type WireResponse } from "./receive.ts"
import {
  failingFast,
  type Limit,
  limitsItself,
  MaxResponseBytes,
  OutlivesPage,
  redirected,
  type RequestSettings,
  startTimer
} from "./requestSettings.ts"

export type { WireRequest, WireResponse } from "./receive.ts"
export { MaxResponseBytes, OutlivesPage } from "./requestSettings.ts"

/** The request or its response was lost. */
export class TransportError extends Data.TaggedError("TransportError")<{
  /** The runtime's message. */
  readonly fault: string
  /**
   * `false` for permanent faults, such as a `fetch` that is not a function, or a refused connection to a local address
   * that has never responded.
   */
  readonly transient: boolean
  /** The runtime's code, such as `ECONNREFUSED`. It selects the message of the final error. */
  readonly code?: string | undefined
}> {}

/**
 * `true` adds a `traceparent` header (W3C Trace Context) to every request. @default false: headers stay as documented
 */
export const PropagateTrace = Context.Reference<boolean>("latchkey/setting/PropagateTrace", {
  defaultValue: () => false
})

/** A kind of requests that has its own rate limits. */
export interface RateLimitPartition {
  readonly name: string
  /** Whether the credentials of the requests are unverified, so anyone can invent any number of them. */
  readonly unverified: boolean
}

/** Sends requests. Every access layer needs a `Transport`. The emulator also provides one. */
export class Transport extends Context.Service<Transport, {
  readonly send: (
    request: WireRequest
  ) => Effect.Effect<WireResponse, TransportError | ResponseTooLarge | RedirectRefused>
  /** The underlying function. Transports with the same function reach the same platform. */
  readonly fetch?: Fetch | undefined
  /** Kind of the transport's requests. @default ordinary calls */
  readonly partition?: RateLimitPartition | undefined
}>()("latchkey/Transport") {}

/** Watchers of each transport that {@link layerFetch} builds, for programs whose layer builds its own transport. */
export const ObserveTransport = watchPoint<Transport["Service"]>("Transport")

/** Function that sends requests: `globalThis.fetch` unless replaced. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Options for requests over `fetch`. */
export interface FetchOptions {
  /** @default the runtime's own `fetch`, looked up for each request */
  readonly fetch?: Fetch | undefined
}

// one function for all layers: transports with the same `fetch` count as one
const ownFetch: Fetch = (url, init) =>
  typeof globalThis.fetch === "function"
    ? globalThis.fetch(url, init)
    : Promise.reject(new Error("this runtime has no fetch; pass one to Transport.layerFetch({ fetch })"))

/**
 * Sends requests with `fetch`. Interrupting the call aborts the request. Redirects are followed within the origin only.
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { Client, currentProject, Project, Transport } from "latchkey"
 *
 * const { fetch } = emulator
 * const transport = Transport.layerFetch({ fetch })
 * const live = Client.layerNoProject().pipe(Layer.provide(Layer.merge(Project.layer(project), transport)))
 * const { displayName } = await Effect.runPromise(Effect.provide(currentProject.get(), live))
 * console.log(displayName) // My app
 * ```
 */
export const layerFetch = ({ fetch = ownFetch }: FetchOptions = {}): Layer.Layer<Transport> =>
  Layer.effect(
    Transport,
    Effect.map(ObserveTransport, (watch) => {
      const send = failingFast<TransportError | ResponseTooLarge | RedirectRefused, TransportError>(
        (request, limit) => exchange(fetch, request, limit),
        TransportError
      )
      const transport = Transport.of({ fetch, send: (request) => limitsItself((limit) => send(request, limit)) })
      return watch === undefined ? transport : watch().around(transport)
    })
  )

/** Sends a request, follows its redirects and reads the response, all within the time limit. */
const exchange = <E2>(
  fetch: Fetch,
  request: WireRequest,
  limit: Limit<E2> | undefined
): Effect.Effect<WireResponse, TransportError | ResponseTooLarge | RedirectRefused | E2> =>
  Effect.withFiber((fiber) =>
    Effect.callback((resume) => {
      const controller = new AbortController()
      const cancel = () => stopTimer?.()
      const settings = { keepalive: fiber.getRef(OutlivesPage), limit: fiber.getRef(MaxResponseBytes) }
      receive(fetch, request, settings, controller).then(
        (received) => {
          cancel()
          resume("body" in received ? Effect.succeed(received) : Effect.fail(received))
        },
        (thrown) => {
          cancel()
          resume(Effect.suspend(() => Effect.fail(new TransportError(faultOf(thrown)))))
        }
      )
      const stopTimer = limit && startTimer(fiber.context, limit.millis, () => {
        controller.abort()
        resume(Effect.fail(limit.timedOut()))
      })
      return Effect.sync(() => {
        cancel()
        controller.abort()
      })
    })
  )

/** Sends requests until a response isn't a redirect, or the exchange is aborted. */
const receive = async (
  fetch: Fetch,
  first: WireRequest,
  { keepalive, limit }: RequestSettings,
  controller: AbortController
): Promise<WireResponse | ResponseTooLarge | RedirectRefused> => {
  for (let request = first, redirects = 0;; redirects++) {
    const response = await fetch(request.url, initOf(request, controller.signal, keepalive))
    const head = { status: statusOf(response), headers: readable(response.headers) }
    const body = await readBody(response, limit, streamOf(response))
    if (body === undefined) {
      controller.abort()
      return new ResponseTooLarge({ limitBytes: limit })
    }
    const received = { ...head, body }
    const next = redirected(request, received, redirects)
    if (next === undefined || controller.signal.aborted) return received
    if (next instanceof RedirectRefused) return next
    request = next
  }
}

const initOf = (request: WireRequest, signal: AbortSignal, keepalive: boolean): RequestInit => ({
  method: request.method,
  headers: request.headers,
  ...(request.body === undefined ? {} : { body: request.body }),
  redirect: "manual",
  signal,
  ...fetchOptions(keepalive)
})

/** A browser hides redirects behind a response of type `opaqueredirect` with status 0. */
const statusOf = (response: Response): number => {
  const status = response.type === "opaqueredirect" ? 302 : response.status
  if (!Number.isInteger(status)) throw new TypeError("a response without a status")
  return status
}

/** An unreadable header counts as missing: `fetch` may be any implementation. */
const readable = (headers: Headers): WireResponse["headers"] => ({
  get: (name) => {
    try {
      const value: unknown = headers.get(name)
      return typeof value === "string" ? value : null
    } catch {
      return null
    }
  }
})

/**
 * Returns the body of a response as a stream. In a browser, the browser also reads a copy of it to the end.
 *
 * If a `no-store` response is read as a stream, Chromium drops its connection after the last byte. Its developer tools
 * then show the successful request as cancelled. A copy that the browser reads prevents that, buffers nothing, and ends
 * when the request is aborted. Only native streams are copied: those of other environments may lock the original body.
 * The outcome of the copy never affects the call.
 */
const streamOf = (response: Response): Response["body"] => {
  const own = response.body
  if (own && ("document" in globalThis || "importScripts" in globalThis) && isNative(response.clone)) {
    try {
      response.clone().arrayBuffer().catch(() => {})
    } catch {
      // The stream can't be copied, so the original is read.
    }
  }
  return own?.locked === true ? response.body : own
}

const isNative = (method: unknown): boolean =>
  typeof method === "function" && Function.prototype.toString.call(method).includes("[native code]")
