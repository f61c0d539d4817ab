/**
 * Counts and times of what calls do: attempts, waits, refreshes, cache hits, errors by code. They are made of the spans
 * that there are anyway, so that calls know nothing of metrics and cost nothing where nobody asks for them.
 *
 * Attributes are few and bounded: endpoints, statuses, codes and tags. None is of an input, an answer or a header.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import * as OAuth from "../../schemas/endpoints/oauth.ts"
import { CallError } from "../../schemas/errors/CallError.ts"
import { KnownError } from "../../schemas/KnownError.ts"
import { listenToSpan } from "./listenToSpan.ts"

/** Seconds, those that OpenTelemetry advises for HTTP; then the waits of `Retry-After`. */
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30, 60, 600]

/** How long a call took, waits included. Attributes: `endpoint`, `outcome` (`ok`, `interrupted`, or as in {@link errors}). */
export const calls = Metric.histogram("latchkey.call.duration", {
  description: "Seconds a call took, with its attempts and waits",
  attributes: { unit: "s" },
  boundaries
})

/** How long an attempt took. Attributes: `endpoint`, `status` (the real one, `none` without an answer). */
export const attempts = Metric.histogram("latchkey.attempt.duration", {
  description: "Seconds one request took, its answer included",
  attributes: { unit: "s" },
  boundaries
})

/** How long calls waited before they tried again. Attributes: `endpoint`, `reason` (`RateLimited`, `Lost`, …). */
export const waits = Metric.histogram("latchkey.wait.duration", {
  description: "Seconds a call waited before it tried again",
  attributes: { unit: "s" },
  boundaries
})

/**
 * Calls that failed. Attributes: `endpoint`, `code` (the platform's code where the endpoint lists it; of a `CallError`
 * the tag of its reason; `defect` for anything else).
 */
export const errors = Metric.counter("latchkey.errors", { description: "Calls that failed", incremental: true })

/** Access tokens that were asked for with a refresh token. Attribute: `outcome`, as of {@link calls}. */
export const refreshes = Metric.counter("latchkey.refreshes", {
  description: "Access tokens asked for with a refresh token",
  incremental: true
})

/** What `Reads.get` was asked for. Attribute: `cache` (`hit`: no request was needed, or `miss`). */
export const reads = Metric.counter("latchkey.reads", { description: "Shared values asked for", incremental: true })

/**
 * Requests that an `Authenticator` looked at. Attributes: `status` (`signed-in`, …) and `cache` (`hit`: the platform was
 * not asked, or `miss`).
 */
export const authentications = Metric.counter("latchkey.authentications", {
  description: "Requests whose sender was looked for",
  incremental: true
})

/**
 * Keeps the metrics of every call of the program it is provided to. Spans go on to the tracer that is there, so it goes
 * on top of an exporter:
 *
 * ```ts
 * program.pipe(Effect.provide(Metrics.layer.pipe(Layer.provideMerge(Otlp.layerJson({ baseUrl })))))
 * ```
 *
 * Where tracing is turned off (`Effect.withTracerEnabled(false)`) there is nothing to count; what is merely not sampled
 * counts.
 */
export const layer: Layer.Layer<never> = Layer.effect(
  Tracer.Tracer,
  Effect.contextWith((context: Context.Context<never>) =>
    Effect.succeed(measuring(Context.get(context, Tracer.Tracer), context))
  )
)

/** What is known of a span under way. */
type Attributes = Map<string, unknown>

const measuring = (tracer: Tracer.Tracer, context: Context.Context<never>): Tracer.Tracer => {
  const callSpans = new WeakSet<Tracer.AnySpan>()

  const record = <A>(metric: Metric.Metric<A, unknown>, value: A, attributes: { readonly [name: string]: string }) =>
    Metric.withAttributes(metric, attributes).updateUnsafe(value, context)

  const attemptEnded = (endpoint: string, seconds: number, attributes: Attributes) => {
    record(attempts, seconds, { endpoint, status: String(attributes.get("http.response.status_code") ?? "none") })
    const waited = attributes.get("wait.millis")
    if (typeof waited === "number") {
      record(waits, waited / 1000, { endpoint, reason: String(attributes.get("wait.reason")) })
    }
  }

  const callEnded = (endpoint: string, seconds: number, exit: Exit.Exit<unknown, unknown>) => {
    const outcome = outcomeOf(exit)
    record(calls, seconds, { endpoint, outcome })
    if (outcome !== "ok" && outcome !== "interrupted") record(errors, 1, { endpoint, code: outcome })
    if (endpoint === OAuth.refresh.spec.name) record(refreshes, 1, { outcome })
  }

  const cacheOf = (attributes: Attributes): string => attributes.get("cache.hit") === false ? "miss" : "hit"

  return Tracer.make({
    context: tracer.context,
    span: (options) => {
      const span = tracer.span(options)
      const call = Option.getOrUndefined(options.parent)
      if (options.kind === "client") {
        // a refresh is a call of its own below the one that needs it
        if (options.name === "attempt" && call?._tag === "Span" && callSpans.has(call)) {
          whenEnded(span, (seconds, attributes) => attemptEnded(call.name, seconds, attributes))
        } else {
          whenEnded(span, (seconds, _attributes, exit) => {
            if (callSpans.has(span)) callEnded(span.name, seconds, exit)
          }, () => callSpans.add(span))
        }
      } else if (options.name === "Reads.get") {
        whenEnded(span, (_seconds, attributes) => record(reads, 1, { cache: cacheOf(attributes) }))
      } else if (options.name === "Authenticator.authenticate") {
        whenEnded(span, (_seconds, attributes) => {
          const status = attributes.get("authentication.status")
          if (typeof status === "string") record(authentications, 1, { status, cache: cacheOf(attributes) })
        })
      }
      return span
    }
  })
}

/** Hears of what a new span is told and of its end. Only spans of calls have a path's template: `call.ts`. */
const whenEnded = (
  span: Tracer.Span,
  ended: (seconds: number, attributes: Attributes, exit: Exit.Exit<unknown, unknown>) => void,
  isCall?: () => void
) => {
  const attributes: Attributes = new Map()
  listenToSpan(span, {
    attribute: (name, value) => {
      attributes.set(name, value)
      if (name === "url.template") isCall?.()
    },
    end: (nanos, exit) => ended(Number(nanos) / 1e9, attributes, exit)
  })
}

const outcomeOf = (exit: Exit.Exit<unknown, unknown>): string => {
  if (Exit.isSuccess(exit)) return "ok"
  if (Cause.hasInterruptsOnly(exit.cause)) return "interrupted"
  const error = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  // of codes that nobody lists there is no end, so they are told by their tag
  return error instanceof KnownError
    ? error.code
    : error instanceof CallError
    ? error.reason instanceof KnownError ? error.reason.code : error.reason._tag
    : "defect"
}
