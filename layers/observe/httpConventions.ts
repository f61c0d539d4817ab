/**
 * Applies the names and attributes of OpenTelemetry's conventions for HTTP clients to the requests of calls:
 * https://opentelemetry.io/docs/specs/semconv/http/. Programs that don't use this layer don't load this module.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { callsWatched, type Observer, type StartedCall } from "./CallObserver.ts"

/**
 * Duration of requests. Attributes: `http.request.method`, `url.template`, `server.address`, `server.port`,
 * `http.response.status_code` (the platform's real status; absent without a response), and `error.type` (the status from 400
 * on, or `_OTHER` without a response).
 */
export const requests = Metric.histogram("http.client.request.duration", {
  description: "Duration of HTTP client requests.",
  attributes: { unit: "s" },
  boundaries: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
})

/**
 * Names the requests of calls as OpenTelemetry's conventions for HTTP clients do, so that your tools' views and
 * dashboards recognise them: spans such as `GET /users/me` with `server.address`, `http.request.resend_count` and
 * `error.type`, and the metric `http.client.request.duration`. Provide the layer to the program and its clients, on top
 * of the exporter's layer:
 *
 * ```ts
 * const observed = Metrics.layer().pipe(
 *   Layer.provideMerge(HttpConventions.layer()),
 *   Layer.provideMerge(Otlp.layerJson({ baseUrl }))
 * )
 * ```
 *
 * `url.full` is left out, although the conventions require it, because paths and queries contain ids and codes.
 */
export const layer = (): Layer.Layer<never> =>
  Layer.effectContext(
    Effect.contextWith((context: Context.Context<never>) => {
      const calls = new WeakMap<Tracer.AnySpan, StartedCall>()
      const tracer = named(Context.get(context, Tracer.Tracer), calls)
      return Effect.map(callsWatched(watching(context, calls)), Context.add(Tracer.Tracer, tracer))
    })
  )

/** Returns the fixed attributes of a request. */
const attributesOf = ({ method, path, server }: StartedCall) => {
  const [, protocol, address = "", port] = /^(https?):\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:]*)(?::(\d+))?/.exec(server) ?? []
  return {
    "http.request.method": method,
    "url.template": path,
    "server.address": address,
    "server.port": Number(port ?? (protocol === "http" ? 80 : 443))
  }
}

/** Remembers the call of each span, and measures its requests. */
const watching = (context: Context.Context<never>, calls: WeakMap<Tracer.AnySpan, StartedCall>): Observer => ({
  call: (call) => {
    if (call.span !== undefined) calls.set(call.span, call)
    return {
      attempt: ({ startedAt }) => {
        let real = 0
        return {
          status: (status) => {
            real = status
          },
          ended: (endedAt) => {
            const { "server.port": port, ...attributes } = attributesOf(call)
            const metric = Metric.withAttributes(requests, {
              ...attributes,
              "server.port": String(port),
              ...(real === 0 ? {} : { "http.response.status_code": String(real) }),
              ...(real === 0 ? { "error.type": "_OTHER" } : real >= 400 ? { "error.type": String(real) } : {})
            })
            metric.updateUnsafe((endedAt - startedAt) / 1000, context)
          }
        }
      },
      ended: () => {}
    }
  }
})

/** Names the spans of requests, whose parents are the spans of calls. */
const named = (tracer: Tracer.Tracer, calls: WeakMap<Tracer.AnySpan, StartedCall>): Tracer.Tracer =>
  Tracer.make({
    ...(tracer.context === undefined ? {} : { context: tracer.context }),
    span: (options) => {
      const call = options.name === "attempt" && Option.isSome(options.parent)
        ? calls.get(options.parent.value)
        : undefined
      if (call === undefined) return tracer.span(options)
      const span = tracer.span({ ...options, name: `${call.method} ${call.path}` })
      for (const [name, value] of Object.entries(attributesOf(call))) span.attribute(name, value)
      const end = span.end.bind(span)
      return Object.assign(span, {
        end: (endTime: bigint, exit: Exit.Exit<unknown, unknown>) => {
          for (const [name, value] of Object.entries(endOf(span, exit))) span.attribute(name, value)
          end(endTime, exit)
        }
      })
    }
  })

/** Returns the attributes that are known at the end of a request. */
const endOf = (
  { attributes }: Tracer.Span,
  exit: Exit.Exit<unknown, unknown>
): { readonly [name: string]: unknown } => {
  const number = Number(attributes.get("attempt"))
  const status = Number(attributes.get("http.response.status_code") ?? 0)
  const type = Exit.isSuccess(exit) ? undefined : status >= 400 ? String(status) : kindOf(exit.cause)
  return {
    ...(number > 1 ? { "http.request.resend_count": number - 1 } : {}),
    ...(type === undefined ? {} : { "error.type": type })
  }
}

/** Returns the kind of a failed attempt, such as `ConnectionFailed`. */
const kindOf = (cause: Cause.Cause<unknown>): string => {
  const failed = Option.getOrUndefined(Cause.findErrorOption(cause)) as { readonly kind?: string } | undefined
  return failed?.kind ?? "_OTHER"
}
