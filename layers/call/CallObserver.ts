/** What metrics and developer tools learn of calls, where it happens. docs/guides/observability.md. */
import * as Context from "effect/Context"
import type * as Exit from "effect/Exit"
import type * as Tracer from "effect/Tracer"
import type { AttemptFailure } from "./RetryPolicy.ts"

/** A call that begins. Nothing of its input is told. */
export interface StartedCall {
  /** Name of the endpoint, as in `users.getMe`. */
  readonly endpoint: string
  readonly method: string
  /** Template of the path. */
  readonly path: string
  /** In milliseconds, as all times here. */
  readonly startedAt: number
  /** Span of the call; `undefined` where tracing is disabled. */
  readonly span: Tracer.AnySpan | undefined
}

/** An attempt that begins, and the wait before it. */
export interface StartedAttempt {
  readonly number: number
  readonly startedAt: number
  readonly wait: { readonly reason: AttemptFailure["kind"] | "RejectedToken"; readonly millis: number } | undefined
}

/** Learns of one attempt. */
export interface ObservedAttempt {
  /** A response came, with this status. The last status counts: the real one may be in the response's headers or body. */
  readonly status: (status: number) => void
  /** The attempt ended, with the platform's code if it had one. */
  readonly ended: (endedAt: number, code: string | undefined) => void
}

/** Learns of one call. */
export interface ObservedCall {
  readonly attempt: (attempt: StartedAttempt) => ObservedAttempt
  readonly ended: (endedAt: number, exit: Exit.Exit<unknown, unknown>) => void
}

/** Learns of calls, cached reads and authentications. */
export interface Observer {
  readonly call: (call: StartedCall) => ObservedCall
  /** `Reads.get` was called. `isHit`: it needed no request. */
  readonly read?: (isHit: boolean) => void
  /** An `Authenticator` authenticated a request. `isHit`: it sent no request to the platform. */
  readonly authentication?: (status: string, isHit: boolean) => void
}

/** The observer in force; none by default. */
export const CallObserver = Context.Reference<Observer | undefined>("latchkey/setting/CallObserver", {
  defaultValue: () => undefined
})

/** Tells both observers. */
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
