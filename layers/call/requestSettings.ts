/** Settings of requests, provided by their caller. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { parseUrl } from "../../schemas/address.ts"
import { RedirectRefused } from "../../schemas/errors/CallError.ts"
import { isLoopback } from "../../schemas/errors/lostConnection.ts"
import type { Fault, WireRequest, WireResponse } from "./receive.ts"
import type { Limit } from "./timeLimit.ts"

/** Maximum size of a response. Larger ones fail with `ResponseTooLarge`. @default 5,000,000 bytes */
export const MaxResponseBytes = Context.Reference<number>("latchkey/setting/MaxResponseBytes", {
  defaultValue: () => 5_000_000
})

/**
 * Whether the browser completes the request after the user leaves the page. Use it for short requests whose response
 * isn't needed, such as sign-out: the bodies of all such requests may total 64 KiB. @default false
 */
export const OutlivesPage = Context.Reference<boolean>("latchkey/setting/OutlivesPage", { defaultValue: () => false })

/** The settings that HTTP transports use. */
export interface RequestSettings {
  readonly limit: number
  readonly keepalive: boolean
}

/** Reads the settings of the calling fiber. */
export const requestSettings: Effect.Effect<RequestSettings> = Effect.withFiber((fiber) =>
  Effect.succeed({ limit: fiber.getRef(MaxResponseBytes), keepalive: fiber.getRef(OutlivesPage) })
)

/** Maximum number of same-origin redirects followed per request. */
const mostRedirects = 5

/** Sends a request and follows redirects within the origin. docs/laws.md A9. */
export const following = <E>(
  send: (request: WireRequest) => Effect.Effect<WireResponse, E>,
  request: WireRequest,
  redirects = 0
): Effect.Effect<WireResponse, E | RedirectRefused> =>
  Effect.flatMap(send(request), (response) => {
    const next = redirected(request, response, redirects)
    if (next === undefined) return Effect.succeed(response)
    return next instanceof RedirectRefused ? Effect.fail(next) : following(send, next, redirects + 1)
  })

/**
 * Returns the request that follows a redirect, or the reason why none does; `undefined` if the response is no redirect.
 * `redirects`: number of redirects before this response.
 */
export const redirected = (
  request: WireRequest,
  response: WireResponse,
  redirects: number
): WireRequest | RedirectRefused | undefined => {
  const { status } = response
  if (status < 300 || status > 399 || status === 304) return undefined
  const next = destination(request, response)
  const same = next !== undefined && next.origin === new URL(request.url).origin
  const safe = request.method === "GET" || status === 307 || status === 308
  return same && safe && redirects < mostRedirects
    ? { ...request, url: next.href }
    : new RedirectRefused({ status, origin: next?.origin })
}

const destination = (request: WireRequest, response: WireResponse): URL | undefined => {
  const location = response.headers.get("location")
  return location === null ? undefined : parseUrl(location, request.url)
}

/** Sends a request, within a time limit if there is one. */
type Send<E> = <E2 = never>(request: WireRequest, limit?: Limit<E2>) => Effect.Effect<WireResponse, E | E2>

/**
 * If a loopback address refuses the connection and has never responded, marks the fault as permanent. Otherwise the
 * developer would see the error only after 15 seconds of retries, for example if the emulator isn't running. After a
 * first response, faults are retried, because the server may be restarting. Browsers don't report refused connections,
 * so in browsers any lost connection counts as refused.
 */
export const failingFast = <E, Failure extends E & Fault>(
  send: Send<E>,
  TransportFailure: new(fault: Fault) => Failure
): Send<E> => {
  const responded = new Set<string>()
  return (request, limit) => {
    if (!isLoopback(request.url)) return send(request, limit)
    const origin = request.url.split("/", 3).join("/")
    if (responded.has(origin)) return send(request, limit)
    return Effect.matchEffect(send(request, limit), {
      onSuccess: (response) => {
        responded.add(origin)
        return Effect.succeed(response)
      },
      onFailure: (error) =>
        Effect.fail(
          error instanceof TransportFailure && isRefused(error) && !responded.has(origin)
            ? new TransportFailure({ ...error, transient: false })
            : error
        )
    })
  }
}

const isRefused = ({ code, transient }: Fault): boolean =>
  code === undefined ? transient && ("document" in globalThis || "importScripts" in globalThis) : /REFUSED/i.test(code)
