/** Shared by the HTTP transports: request settings, redirects, and time limits that need no separate fiber. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { parseUrl } from "../../schemas/address.ts"
import { RedirectRefused } from "../../schemas/errors/CallError.ts"
import { isLoopback } from "../../schemas/errors/lostConnection.ts"
import type { Fault, WireRequest, WireResponse } from "./receive.ts"

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
 * Returns the request that follows a redirect, or the reason why there is none; `undefined` if the response isn't a
 * redirect. `redirects` is the number of redirects before this response.
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

/** A time limit in milliseconds, and the error for exceeding it. */
export interface Limit<E> {
  readonly millis: number
  readonly timedOut: () => E
}

const within = Symbol()

/** An effect that can stop itself after a time limit. */
interface LimitsItself<A, E> extends Effect.Effect<A, E> {
  readonly [within]: <E2>(limit: Limit<E2>) => Effect.Effect<A, E | E2>
}

/**
 * Creates an effect that enforces its own time limit: with {@link limited}, `make` gets the limit. An effect derived
 * from it, for example by a program that wraps a transport, doesn't enforce the limit.
 */
export const limitsItself = <A, E>(
  make: <E2 = never>(limit?: Limit<E2>) => Effect.Effect<A, E | E2>
): Effect.Effect<A, E> => Object.assign(Effect.suspend(() => make()), { [within]: make })

/** Fails if an effect takes longer. Needs a second fiber unless the effect enforces its own limit. */
export const limited = <A, E, E2>(self: Effect.Effect<A, E>, limit: Limit<E2>): Effect.Effect<A, E | E2> =>
  within in self
    ? (self as LimitsItself<A, E>)[within](limit)
    : timeLimit(self, limit.millis, () => Effect.fail(limit.timedOut()))

/**
 * Interrupts an effect after this number of milliseconds, and continues with `orElse`. Unlike `Effect.timeoutOrElse`,
 * the timer needs no separate fiber.
 */
export const timeLimit = <A, E, R, A2, E2>(
  self: Effect.Effect<A, E, R>,
  millis: number,
  orElse: () => Effect.Effect<A2, E2>
): Effect.Effect<A | A2, E | E2, R> =>
  Effect.contextWith((context: Context.Context<R>) =>
    Effect.callback((resume) => {
      const fiber = Effect.runForkWith(context)(self)
      const stop = Effect.suspend(() => {
        cancel()
        return Fiber.interrupt(fiber)
      })
      const cancel = startTimer(context, millis, () => resume(Effect.flatMap(stop, orElse)))
      fiber.addObserver((exit) => {
        cancel()
        resume(exit)
      })
      return stop
    })
  )

/** Calls a function after a number of milliseconds. The returned function cancels the call. */
export const startTimer = (context: Context.Context<never>, millis: number, onEnd: () => void): () => void => {
  const clock = Context.getOrUndefined(context, Clock.Clock)
  if (clock === undefined && millis < Infinity) {
    // Effect.sleep would need a fiber. Provided clocks, such as TestClock, are followed below.
    // oxlint-disable-next-line latchkey/no-ambient-time
    const timer = setTimeout(onEnd, millis)
    return () => clearTimeout(timer)
  }
  const sleeping = Effect.runForkWith(context)(Effect.map(Effect.sleep(millis), onEnd))
  return () => sleeping.interruptUnsafe()
}
