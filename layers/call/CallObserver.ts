/** Events of calls for metrics and developer tools. docs/guides/observability.md. */
import * as Context from "effect/Context"
import type * as Exit from "effect/Exit"
import type * as Tracer from "effect/Tracer"
import type { AttemptFailure } from "./RetryPolicy.ts"

/** The start of a call. Contains nothing of its input. */
export interface StartedCall {
  /** Name of the endpoint, such as `users.getMe`. */
  readonly endpoint: string
  readonly method: string
  /** Template of the path. */
  readonly path: string
  /** Time of the start in milliseconds, like all times of observers. */
  readonly startedAt: number
  /** Span of the call; `undefined` if tracing is disabled. */
  readonly span: Tracer.AnySpan | undefined
}

/** The start of an attempt, and the wait before it. */
export interface StartedAttempt {
  readonly number: number
  readonly startedAt: number
  readonly wait: { readonly reason: AttemptFailure["kind"] | "RejectedToken"; readonly millis: number } | undefined
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

/** The provided observer; none by default. */
export const CallObserver = Context.Reference<Observer | undefined>("latchkey/setting/CallObserver", {
  defaultValue: () => undefined
})

/** Combines two observers. */
export const both = (one: Observer | undefined, other: Observer): Observer =>
  one === undefined ? other : {
    call: (call) => {
      const observed = [one.call(call), other.call(call)]
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
    read: (isHit) => [one, other].forEach((each) => each.read?.(isHit)),
    authentication: (status, isHit) => [one, other].forEach((each) => each.authentication?.(status, isHit))
  }
