/**
 * Counts and durations of calls, attempts, waits, refreshes, cache hits and errors. A call observer records them, so
 * programs without this layer pay nothing.
 *
 * Attributes are few and bounded: endpoints, statuses, codes and tags. None comes from an input, a response body or a
 * header.
 */
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as OAuth from "../../schemas/endpoints/oauth.ts"
import { CallError } from "../../schemas/errors/CallError.ts"
import { KnownError } from "../../schemas/KnownError.ts"
import { callsWatched, type Observer } from "./CallObserver.ts"

/** Buckets in seconds: OpenTelemetry's recommendation for HTTP, then typical `Retry-After` waits. */
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30, 60, 600]

/**
 * Duration of calls, including waits. Attributes: `endpoint`, `outcome` (`ok`, `interrupted`, or as in {@link errors}).
 */
export const calls = Metric.histogram("latchkey.call.duration", {
  description: "Seconds a call took, with its attempts and waits",
  attributes: { unit: "s" },
  boundaries
})

/** Duration of attempts. Attributes: `endpoint`, `status` (the platform's real status; `none` without a response). */
export const attempts = Metric.histogram("latchkey.attempt.duration", {
  description: "Seconds one request took, including its response",
  attributes: { unit: "s" },
  boundaries
})

/** Duration of waits before retries. Attributes: `endpoint`, `reason` (`RateLimited`, `ConnectionFailed`, …). */
export const waits = Metric.histogram("latchkey.wait.duration", {
  description: "Seconds a call waited before a retry",
  attributes: { unit: "s" },
  boundaries
})

/**
 * Failed calls. Attributes: `endpoint`, `code` (the platform's code if the endpoint lists it; for a `CallError` the tag
 * of its reason; otherwise `defect`).
 */
export const errors = Metric.counter("latchkey.errors", { description: "Calls that failed", incremental: true })

/** Refreshes of access tokens. Attribute: `outcome`, as for {@link calls}. */
export const refreshes = Metric.counter("latchkey.refreshes", {
  description: "Refreshes of access tokens",
  incremental: true
})

/** Calls of `Reads.get`. Attribute: `cache` (`hit`: no request was needed, or `miss`). */
export const reads = Metric.counter("latchkey.reads", { description: "Cached reads requested", incremental: true })

/**
 * Requests that an `Authenticator` authenticated. Attributes: `status` (`signed-in`, …) and `cache` (`hit`: without a
 * request to the platform, or `miss`).
 */
export const authentications = Metric.counter("latchkey.authentications", {
  description: "Authenticated requests",
  incremental: true
})

/**
 * Layer that records the metrics of every call of a program.
 *
 * ```ts
 * program.pipe(Effect.provide(Metrics.layer().pipe(Layer.provideMerge(Otlp.layerJson({ baseUrl })))))
 * ```
 */
export const layer = (): Layer.Layer<never> =>
  Layer.effectContext(
    Effect.contextWith((context: Context.Context<never>) => callsWatched(measuring(context)))
  )

const measuring = (context: Context.Context<never>): Observer => {
  const record = <A>(metric: Metric.Metric<A, unknown>, value: A, attributes: { readonly [name: string]: string }) =>
    Metric.withAttributes(metric, attributes).updateUnsafe(value, context)
  const cacheOf = (isHit: boolean) => isHit ? "hit" : "miss"

  return {
    call: ({ endpoint, startedAt: callStartedAt }) => ({
      attempt: ({ startedAt, wait }) => {
        let real = 0
        return {
          status: (status) => {
            real = status
          },
          ended: (endedAt) => {
            record(attempts, (endedAt - startedAt) / 1000, { endpoint, status: real === 0 ? "none" : String(real) })
            if (wait !== undefined) record(waits, wait.millis / 1000, { endpoint, reason: wait.reason })
          }
        }
      },
      ended: (endedAt, exit) => {
        const outcome = outcomeOf(exit)
        record(calls, (endedAt - callStartedAt) / 1000, { endpoint, outcome })
        if (outcome !== "ok" && outcome !== "interrupted") record(errors, 1, { endpoint, code: outcome })
        if (endpoint === OAuth.refresh.spec.name) record(refreshes, 1, { outcome })
      }
    }),
    read: (isHit) => record(reads, 1, { cache: cacheOf(isHit) }),
    authentication: (status, isHit) => record(authentications, 1, { status, cache: cacheOf(isHit) })
  }
}

const outcomeOf = (exit: Exit.Exit<unknown, unknown>): string => {
  if (Exit.isSuccess(exit)) return "ok"
  if (Cause.hasInterruptsOnly(exit.cause)) return "interrupted"
  const error = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  // Codes that no endpoint lists are unbounded, so the tag replaces them.
  return error instanceof KnownError
    ? error.code
    : error instanceof CallError
    ? error.reason instanceof KnownError ? error.reason.code : error.reason._tag
    : "defect"
}
