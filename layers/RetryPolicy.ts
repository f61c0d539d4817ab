/**
 * When a call is tried again: the policy as data, and the schedule it becomes. Specification §9, wire protocol §6.
 * Replace it for a program, a layer or a single call with `Effect.provideService(RetryPolicy, …)`.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"

/** What an attempt failed with, as far as a policy cares. */
export interface Setback {
  /**
   * - `RateLimited`: 429.
   * - `Loop`: 508 with the marker `INFINITE_LOOP_DETECTED`.
   * - `Lost`: no answer, or one that broke off.
   * - `TimedOut`: longer than `perAttempt`.
   * - `RejectedToken`: the platform rejects the access token; the repeat carries a new one.
   * - `Refused`: any other answer that is not a success.
   */
  readonly kind: "RateLimited" | "Loop" | "Lost" | "TimedOut" | "RejectedToken" | "Refused"
  /** The real status; 0 without an answer. */
  readonly status: number
  /** The platform's code, when the answer had one. */
  readonly code: string | undefined
  /** A second delivery of the request changes nothing more. */
  readonly idempotent: boolean
  /** What `Retry-After` asks for. */
  readonly retryAfterMillis: number | undefined
}

/** A retry policy. */
export interface Policy {
  /** Attempts in all, the first included. */
  readonly attempts: number
  /** The first wait, before jitter. */
  readonly base: Duration.Input
  /** What each wait is multiplied by to get the next. */
  readonly factor: number
  /** Every wait is multiplied by a random number from this range. */
  readonly jitter: { readonly min: number; readonly max: number }
  /** How long one attempt may take, the reading of the answer included. */
  readonly perAttempt: Duration.Input
  /** A `Retry-After` beyond this is not waited for: the call fails with `RateLimited`, which says how long. */
  readonly longestRetryAfter: Duration.Input
  /** Whether a setback is worth another attempt. */
  readonly retryable: (setback: Setback) => boolean
}

/**
 * Five attempts; waits of 1, 2, 4 and 8 s, each times 0.5 to 1.5; 429 and the 508 marker for any method, a lost
 * connection or a time-out for idempotent requests only.
 */
export const defaults: Policy = {
  attempts: 5,
  base: "1 second",
  factor: 2,
  jitter: { min: 0.5, max: 1.5 },
  perAttempt: "30 seconds",
  longestRetryAfter: "10 minutes",
  retryable: ({ idempotent, kind }) => {
    switch (kind) {
      case "RateLimited":
      case "Loop":
      case "RejectedToken":
        return true
      case "Lost":
      case "TimedOut":
        return idempotent
      case "Refused":
        return false
    }
  }
}

/** The policy in force. */
export const RetryPolicy = Context.Reference<Policy>("latchkey/RetryPolicy", { defaultValue: () => defaults })

/** Timers hold 31 bits. Specification §9 "Wait time bound". */
const longestWait = 2 ** 31 - 1

const schedules = new WeakMap<Policy, Schedule.Schedule<Duration.Duration, Setback>>()

/** The schedule a policy becomes, made once per policy. Its waits are whole milliseconds. */
export const schedule = (policy: Policy): Schedule.Schedule<Duration.Duration, Setback> => {
  let made = schedules.get(policy)
  if (made === undefined) schedules.set(policy, made = makeSchedule(policy))
  return made
}

const makeSchedule = (policy: Policy): Schedule.Schedule<Duration.Duration, Setback> => {
  const longestRetryAfter = Duration.toMillis(policy.longestRetryAfter)
  const { max, min } = policy.jitter
  return Schedule.exponential(policy.base, policy.factor).pipe(
    Schedule.setInputType<Setback>(),
    Schedule.modifyDelay(({ duration, input }) =>
      input.kind === "RejectedToken"
        ? Effect.succeed(Duration.zero)
        : input.retryAfterMillis !== undefined
        ? Effect.succeed(Duration.millis(wholeMillis(Math.ceil(input.retryAfterMillis))))
        : Effect.map(
          Random.next,
          (random) => Duration.millis(wholeMillis(Duration.toMillis(duration) * (min + random * (max - min))))
        )
    ),
    // not Schedule.upTo besides, which would add 0.1 kB to every bundle
    Schedule.while(({ attempt, input }) =>
      attempt < policy.attempts && policy.retryable(input) && (input.retryAfterMillis ?? 0) <= longestRetryAfter
    )
  )
}

const wholeMillis = (millis: number): number => Math.min(longestWait, Math.max(0, Math.round(millis)))

/**
 * What a `Retry-After` header asks for, in milliseconds from `now`: seconds or an HTTP date (RFC 9110 §10.2.3). A date
 * in the past is 0. Of several values the first readable one counts; an unreadable header is `undefined`.
 */
export const retryAfterMillis = (header: string | null | undefined, now: number): number | undefined => {
  if (header === null || header === undefined) return undefined
  // Repeated headers arrive joined by commas, and most dates have a comma of their own.
  for (const candidate of header.match(/\s*[A-Za-z]{3,9}, \d\d[ -][^,]+|[^,]+/g) ?? []) {
    const text = candidate.trim()
    if (/^\d{1,15}(?:\.\d{1,9})?$/.test(text)) return Number(text) * 1000
    if (/^[A-Za-z]{3,9},? /.test(text)) {
      const date = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`)
      if (!Number.isNaN(date)) return Math.max(0, date - now)
    }
  }
  return undefined
}
