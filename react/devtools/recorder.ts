/**
 * Records a client's activity for the devtools: its calls, from an observer, and the internals that its layers report.
 * These records contain names, numbers and times, but no inputs, responses, headers or messages. For tests, the
 * recorder also keeps the requests themselves, which are never shown.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Tracer from "effect/Tracer"
import { ObserveCaller } from "../../layers/access/index.ts"
import type { Policy } from "../../layers/call/index.ts"
import { type Exchanges, keepExchanges } from "../../layers/observe/exchanges/index.ts"
import { bothObservers, CallObserver, type Observer, watched } from "../../layers/observe/index.ts"
import { layer as layerLedger, type LedgerEntry, SessionLedger } from "../../layers/observe/ledger/index.ts"
import { ObserveSession, type SessionFacts } from "../../layers/session/index.ts"
import type { CallError } from "../../schemas/errors/CallError.ts"

/** One request of a call, and the wait before it. Times are in milliseconds. */
export interface RecordedAttempt {
  readonly number: number
  readonly startedAt: number
  readonly tookMillis: number | undefined
  readonly waitMillis: number | undefined
  /** Why the previous attempt failed: `RateLimited`, `ConnectionFailed`, … */
  readonly waitReason: string | undefined
  /** The HTTP status; `undefined` without a response. */
  readonly status: number | undefined
  readonly code: string | undefined
}

/** A call and its attempts. */
export interface RecordedCall {
  readonly id: string
  /** The endpoint's name: `users.getMe`. */
  readonly endpoint: string
  readonly method: string
  /** The path's template, without values. */
  readonly path: string
  /** The flow that made the call: `signIn.withPassword`. */
  readonly flow: string | undefined
  readonly traceId: string
  readonly startedAt: number
  readonly tookMillis: number | undefined
  /** `running`, `ok`, `interrupted`, or the tag of the error. For a `CallError`, the tag of its reason. */
  readonly outcome: string
  readonly attempts: ReadonlyArray<RecordedAttempt>
}

/** Internals of a client's layers. */
export interface Insides extends SessionFacts {
  /** Default retry policy of calls. */
  readonly retryPolicy: Policy
}

/** The recording of one observed layer. */
export interface Recording {
  /** The last 200 calls, oldest first. */
  readonly calls: () => ReadonlyArray<RecordedCall>
  readonly insides: () => Partial<Insides>
  /** The last entries of the session's ledger, oldest first. */
  readonly ledger: () => ReadonlyArray<LedgerEntry>
  readonly conversation: Conversation
  readonly clear: () => void
}

/** The last 200 requests with their secrets. Never show or export one: `writeTest` replaces the secrets. */
export interface Conversation extends Pick<Exchanges, "dropped" | "list"> {
  /** Time at which the user pressed Record; `undefined` without a recording. */
  markedAt: number | undefined
}

/** The recording of the current layer, if it is observed. */
export const CurrentRecording = Context.Reference<Recording | undefined>("latchkey/devtools/Recording", {
  defaultValue: () => undefined
})

/** Records the calls of a layer. Returns an already observed layer unchanged. */
export const recorded = <A, E, R>(layer: Layer.Layer<A, E, R>): Layer.Layer<A, E, R> =>
  Layer.suspend(() => {
    let insides: Partial<Insides> = {}
    const recorder = makeRecorder()
    const exchanges = keepExchanges({ limit: maxCalls })
    const conversation: Conversation = { dropped: exchanges.dropped, list: exchanges.list, markedAt: undefined }
    const found = (facts: Partial<Insides>) => {
      insides = { ...insides, ...facts }
      return {}
    }
    const watching = [watched(ObserveSession, found), watched(ObserveCaller, found), exchanges.tap]
    const inside = Layer.effectContext(Effect.map(Effect.all(watching), (all) => Context.mergeAll(...all)))
    return Layer.flatMap(layerLedger(), (ledger) =>
      Layer.flatMap(Layer.provide(layer, Layer.provideMerge(inside, Layer.succeedContext(ledger))), (services) =>
        Layer.effectContext(Effect.contextWith((here: Context.Context<never>) => {
          if (services.mapUnsafe.has(CurrentRecording.key)) {
            return Effect.succeed(services)
          }
          const recording: Recording = {
            calls: recorder.calls,
            clear: recorder.clear,
            conversation,
            insides: () =>
              insides,
            ledger: Context.get(ledger, SessionLedger).entries
          }
          // Keeps an observer that the layer already has, for example one for metrics.
          const own = services.mapUnsafe.get(CallObserver.key) as Observer | undefined
          const observer = bothObservers(own ?? Context.get(here, CallObserver), recorder.observer, here)
          return Effect.succeed(
            services.pipe(
              Context.add(CallObserver, observer),
              Context.add(CurrentRecording, recording)
            ) as Context.Context<A>
          )
        }))))
  })

const maxCalls = 200

type Mutable<A> = { -readonly [K in keyof A]: A[K] }

interface Call extends Omit<Mutable<RecordedCall>, "attempts"> {
  attempts: Array<Mutable<RecordedAttempt>>
}

/** Creates an observer that keeps the last 200 calls. */
export const makeRecorder = () => {
  const calls = new Map<string, Call>()
  let made = 0

  const observer: Observer = {
    call: ({ endpoint, method, path, span, startedAt }) => {
      const call: Call = {
        id: span?.spanId ?? String(++made),
        endpoint,
        method,
        path,
        flow: flowOf(span),
        traceId: span?.traceId ?? "",
        startedAt,
        tookMillis: undefined,
        outcome: "running",
        attempts: []
      }
      calls.set(call.id, call)
      for (const oldest of calls.keys()) {
        if (calls.size <= maxCalls) break
        calls.delete(oldest)
      }
      return {
        attempt: ({ startedAt, wait }) => {
          const attempt: Mutable<RecordedAttempt> = {
            number: call.attempts.length + 1,
            startedAt,
            tookMillis: undefined,
            waitMillis: wait?.millis,
            waitReason: wait?.reason,
            status: undefined,
            code: undefined
          }
          call.attempts.push(attempt)
          return {
            status: (status) => {
              attempt.status = status
            },
            ended: (endedAt, code) => {
              attempt.tookMillis = endedAt - startedAt
              attempt.code = code
            }
          }
        },
        ended: (endedAt, exit) => {
          call.tookMillis = endedAt - startedAt
          call.outcome = outcomeOf(exit)
        }
      }
    }
  }

  return { calls: () => [...calls.values()], clear: () => calls.clear(), observer }
}

/** Returns the name of the outermost span around a call. */
const flowOf = (span: Tracer.AnySpan | undefined): string | undefined => {
  let name: string | undefined
  let above = span?._tag === "Span" ? span.parent : Option.none<Tracer.AnySpan>()
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
