/**
 * What devtools know of a client: the calls it made, from their spans, and the insides that its layers tell. Names,
 * numbers and times are kept; inputs, answers, headers and messages are not.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { listenToSpan } from "../../layers/call/index.ts"
import { type Insides, Inspector } from "../../layers/session/index.ts"
import type { CallError } from "../../schemas/errors/CallError.ts"

/** One request of a call, and the wait before it. Times are milliseconds. */
export interface RecordedAttempt {
  readonly number: number
  readonly startedAt: number
  readonly tookMillis: number | undefined
  readonly waitMillis: number | undefined
  /** Why there was an attempt before this one: `RateLimited`, `Lost`, … */
  readonly waitReason: string | undefined
  /** The real status; `undefined` without an answer. */
  readonly status: number | undefined
  readonly code: string | undefined
}

/** A call, with its attempts. */
export interface RecordedCall {
  readonly id: string
  /** The endpoint's name: `users.getMe`. */
  readonly endpoint: string
  readonly method: string
  /** The path's template, without what was filled in. */
  readonly path: string
  /** The flow that made the call: `signIn.withPassword`. */
  readonly flow: string | undefined
  readonly traceId: string
  readonly startedAt: number
  readonly tookMillis: number | undefined
  /** `running`, `ok`, `interrupted`, or the tag of the error; of a `CallError` that of its reason. */
  readonly outcome: string
  readonly attempts: ReadonlyArray<RecordedAttempt>
}

/** What one observed layer tells. */
export interface Recording {
  /** The last 200 calls, oldest first. */
  readonly calls: () => ReadonlyArray<RecordedCall>
  readonly insides: () => Partial<Insides>
  readonly clear: () => void
}

/** The recording of the layer that a program runs with, if it is observed. */
export const CurrentRecording = Context.Reference<Recording | undefined>("latchkey/devtools/Recording", {
  defaultValue: () => undefined
})

/** The same services, whose calls are recorded, once. The tracer that is there goes on as before. */
export const recorded = <A, E, R>(layer: Layer.Layer<A, E, R>): Layer.Layer<A, E, R> =>
  Layer.suspend(() => {
    let insides: Partial<Insides> = {}
    const spans = recorder()
    const recording: Recording = { calls: spans.calls, clear: spans.clear, insides: () => insides }
    const inspector = Layer.succeed(Inspector, (found) => {
      insides = { ...insides, ...found }
    })
    return Layer.flatMap(Layer.provide(layer, inspector), (services) =>
      Layer.effectContext(Effect.map(Tracer.Tracer, (around) => {
        if (services.mapUnsafe.has(CurrentRecording.key)) {
          return services
        }
        // a layer that brings a tracer along
        const own = services.mapUnsafe.get(Tracer.Tracer.key) as Tracer.Tracer | undefined
        return services.pipe(
          Context.add(Tracer.Tracer, spans.over(own ?? around)),
          Context.add(CurrentRecording, recording)
        ) as Context.Context<A>
      })))
  })

const mostCalls = 200

type Mutable<A> = { -readonly [K in keyof A]: A[K] }

interface Call extends Omit<Mutable<RecordedCall>, "attempts"> {
  attempts: Array<Mutable<RecordedAttempt>>
}

const recorder = () => {
  const calls = new Map<string, Call>()

  /** Spans of calls are of kind `client` and have `attempt`s below them: `layers/call/call.ts`. */
  const noteCall = (span: Tracer.Span): Call => {
    const call: Call = {
      id: span.spanId,
      endpoint: span.name,
      method: "",
      path: "",
      flow: flowOf(span),
      traceId: span.traceId,
      startedAt: startOf(span),
      tookMillis: undefined,
      outcome: "running",
      attempts: []
    }
    listenToSpan(span, {
      attribute: (name, value) => {
        if (name === "http.request.method") call.method = String(value)
        if (name !== "url.template") return
        call.path = String(value)
        calls.set(call.id, call)
        for (const oldest of calls.keys()) {
          if (calls.size <= mostCalls) break
          calls.delete(oldest)
        }
      },
      end: (nanos, exit) => {
        call.tookMillis = millisOf(nanos)
        call.outcome = outcomeOf(exit)
      }
    })
    return call
  }

  const noteAttempt = (span: Tracer.Span, call: Call) => {
    const attempt: Mutable<RecordedAttempt> = {
      number: call.attempts.length + 1,
      startedAt: startOf(span),
      tookMillis: undefined,
      waitMillis: undefined,
      waitReason: undefined,
      status: undefined,
      code: undefined
    }
    call.attempts.push(attempt)
    listenToSpan(span, {
      attribute: (name, value) => {
        if (name === "wait.millis") attempt.waitMillis = Number(value)
        if (name === "wait.reason") attempt.waitReason = String(value)
        if (name === "http.response.status_code") attempt.status = Number(value)
        if (name === "error.code") attempt.code = String(value)
      },
      end: (nanos) => {
        attempt.tookMillis = millisOf(nanos)
      }
    })
  }

  return {
    calls: () => [...calls.values()],
    clear: () => calls.clear(),
    over: (tracer: Tracer.Tracer): Tracer.Tracer =>
      Tracer.make({
        context: tracer.context,
        span: (options) => {
          const span = tracer.span(options)
          if (span.kind !== "client") return span
          const call = Option.isSome(span.parent) ? calls.get(span.parent.value.spanId) : undefined
          // below a call there is also the refresh that it waits for
          if (call === undefined || span.name !== "attempt") noteCall(span)
          else noteAttempt(span, call)
          return span
        }
      })
  }
}

const millisOf = (nanos: bigint): number => Number(nanos / 1_000_000n)

const startOf = (span: Tracer.Span): number => millisOf(span.status.startTime)

/** The outermost span of the program around the call. */
const flowOf = (span: Tracer.Span): string | undefined => {
  let name: string | undefined
  let above = span.parent
  while (Option.isSome(above) && above.value._tag === "Span") {
    name = above.value.name
    above = above.value.parent
  }
  return name
}

const outcomeOf = (exit: Exit.Exit<unknown, unknown>): string => {
  if (Exit.isSuccess(exit)) return "ok"
  if (Cause.hasInterruptsOnly(exit.cause)) return "interrupted"
  const error = Option.getOrUndefined(Cause.findErrorOption(exit.cause)) as Partial<CallError> | undefined
  return error?._tag === "CallError" ? error.reason?._tag ?? error._tag : error?._tag ?? "defect"
}
