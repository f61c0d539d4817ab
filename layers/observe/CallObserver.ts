/** Call events for metrics and developer tools. docs/guides/observability.md, docs/laws.md observe-2. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Tracer from "effect/Tracer"
import { guarded, type Report, reporter } from "./watch.ts"

/** The start of a call. Contains nothing from the call's input. */
export interface StartedCall {
  /** Name of the endpoint, such as `users.getMe`. */
  readonly endpoint: string
  readonly method: string
  /** Template of the path. */
  readonly path: string
  /** Base URL of the API, such as `https://api.stack-auth.com/api/v1`. */
  readonly server: string
  /** Start time in milliseconds, like all times that observers receive. */
  readonly startedAt: number
  /** Span of the call; `undefined` if tracing is disabled. */
  readonly span: Tracer.AnySpan | undefined
}

/** The start of an attempt, and the wait before it. */
export interface StartedAttempt {
  readonly number: number
  readonly startedAt: number
  /** `reason` is the kind of the failure before the wait, such as `RateLimited`, or `RejectedToken`. */
  readonly wait: { readonly reason: string; readonly millis: number } | undefined
}

/** Receives the events of one attempt. */
export interface ObservedAttempt {
  /**
   * A response with this status arrived. May be called again with the real status from the response's headers or body.
   */
  readonly status: (status: number) => void
  /** The attempt ended, with the platform's code if it had one. */
  readonly ended: (endedAt: number, code: string | undefined) => void
}

/** Receives the events of one call. */
export interface ObservedCall {
  readonly attempt: (attempt: StartedAttempt) => ObservedAttempt
  readonly ended: (endedAt: number, exit: Exit.Exit<unknown, unknown>) => void
}

/** Receives the events of calls, cached reads and authentications. */
export interface Observer {
  readonly call: (call: StartedCall) => ObservedCall
  /** `Reads.get` was called. `isHit` is `true` if no request was sent. */
  readonly read?: ((isHit: boolean) => void) | undefined
  /** An `Authenticator` authenticated a request. `isHit` is `true` if no request was sent to the platform. */
  readonly authentication?: ((status: string, isHit: boolean) => void) | undefined
}

/** The observer of calls; none by default. Add one with {@link callsWatched}, which keeps the others. */
export const CallObserver = Context.Reference<Observer | undefined>("latchkey/setting/CallObserver", {
  defaultValue: () => undefined
})

/** Adds an observer to those of the program. Provide the result to the program, or to the layer of a client. */
export const callsWatched = (observer: Observer): Effect.Effect<Context.Context<never>> =>
  Effect.contextWith((here: Context.Context<never>) =>
    Effect.succeed(Context.make(CallObserver, bothObservers(Context.get(here, CallObserver), observer, here)))
  )

/**
 * Combines the observers of a program with another observer. If the other observer throws, its error is reported to
 * `context`.
 */
export const bothObservers = (
  others: Observer | undefined,
  observer: Observer,
  context: Context.Context<never>
): Observer => {
  const added = safe(observer, reporter(context))
  return others === undefined ? added : {
    call: (call) => {
      const observed = [others.call(call), added.call(call)]
      return {
        attempt: (started) => {
          const attempts = observed.map((each) => each.attempt(started))
          return {
            status: (status) => attempts.forEach((each) => each.status(status)),
            ended: (...end) => attempts.forEach((each) => each.ended(...end))
          }
        },
        ended: (...end) => observed.forEach((each) => each.ended(...end))
      }
    },
    read: (...read) => [others, added].forEach((each) => each.read?.(...read)),
    authentication: (...found) => [others, added].forEach((each) => each.authentication?.(...found))
  }
}

/** Returns an observer that never throws. */
const safe = (observer: Observer, report: Report): Observer => ({
  call: (call) => {
    const observed = guarded(report, () => observer.call(call))
    return {
      attempt: (started) => {
        const attempt = guarded(report, () => observed?.attempt(started))
        return {
          status: (status) => guarded(report, () => attempt?.status(status)),
          ended: (...end) => guarded(report, () => attempt?.ended(...end))
        }
      },
      ended: (...end) => guarded(report, () => observed?.ended(...end))
    }
  },
  read: (...read) => guarded(report, () => observer.read?.(...read)),
  authentication: (...found) => guarded(report, () => observer.authentication?.(...found))
})
