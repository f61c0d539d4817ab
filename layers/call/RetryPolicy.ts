/**
 * When a call is tried again: the policy as data, and what it makes of a failed attempt. docs/protocol.md §26.2, §6.
 * Replace it for a program, a layer or a single call with `Effect.provideService(RetryPolicy, …)`, from an entry's
 * namespace `RetryPolicy.RetryPolicy`. The refresh of a session is everybody's and goes by what its layer was built with.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"
import { InvalidConfiguration } from "../../schemas/errors/CallError.ts"

/** What an attempt failed with, as far as a policy cares. */
export interface AttemptFailure {
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
  /** How long one attempt may take, the reading of the answer included. AI chat has 130 s at least. */
  readonly perAttempt: Duration.Input
  /** A `Retry-After` beyond this is not waited for: the call fails with `RateLimited`, which says how long. */
  readonly longestRetryAfter: Duration.Input
  /** Whether a failure is worth another attempt. */
  readonly retryable: (failure: AttemptFailure) => boolean
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

/** The policy in force; {@link defaults} are what another one is built from. */
export const RetryPolicy = Context.Reference<Policy>("latchkey/RetryPolicy", { defaultValue: () => defaults })

/**
 * The policy in force with some of its values changed, for what is built with this layer. Fails when it cannot work: no
 * attempt at all, a wait that is negative or no number.
 */
export const layer = (changes: Partial<Policy> | undefined): Layer.Layer<never, InvalidConfiguration> =>
  Layer.effect(
    RetryPolicy,
    Effect.flatMap(RetryPolicy, (before) => {
      const given = Object.entries(changes ?? {}).filter(([, value]) => value !== undefined)
      const policy: Policy = { ...before, ...Object.fromEntries(given) }
      const fault = faultOf(policy)
      return fault === undefined ? Effect.succeed(policy) : Effect.fail(fault)
    })
  )

const faults = new WeakMap<Policy, InvalidConfiguration | undefined>([[defaults, undefined]])

/** Why calls cannot go by a policy; `undefined`: they can. Looked into once for each policy. */
export const faultOf = (policy: Policy): InvalidConfiguration | undefined => {
  if (!faults.has(policy)) faults.set(policy, inspected(policy))
  return faults.get(policy)
}

const inspected = (policy: Policy): InvalidConfiguration | undefined => {
  const { attempts, base, factor, jitter, longestRetryAfter, perAttempt, retryable } = policy
  const atLeastNone = "0 or more"
  const needs: { readonly [K in keyof Policy]: readonly [isMet: boolean, what: string] } = {
    attempts: [attempts === Infinity || (Number.isSafeInteger(attempts) && attempts > 0), "a whole number above 0"],
    base: [isFactor(millisOf(base)), atLeastNone],
    factor: [isFactor(factor), atLeastNone],
    jitter: [
      isFactor(jitter?.min) && isFactor(jitter.max) && jitter.min <= jitter.max,
      "a min of 0 or more, and no max below it"
    ],
    perAttempt: [millisOf(perAttempt) > 0, "a time above 0"],
    longestRetryAfter: [millisOf(longestRetryAfter) >= 0, atLeastNone],
    retryable: [typeof retryable === "function", "a function of a failed attempt"]
  }
  for (const name of Object.keys(needs) as ReadonlyArray<keyof Policy>) {
    const [isMet, what] = needs[name]
    if (isMet) continue
    const given = JSON.stringify(
      policy[name],
      (_, value: unknown) => /number|bigint/.test(typeof value) ? String(value) : value
    )
    return new InvalidConfiguration({ setting: `retryPolicy.${name}`, problem: `is ${given}`, next: `Give ${what}.` })
  }
  return undefined
}

const isFactor = (value: unknown): boolean => Number.isFinite(value) && (value as number) >= 0

/** Numbers as they are, for `Duration` takes `NaN` for zero; `NaN` for what is no length of time. */
const millisOf = (input: Duration.Input): number => {
  if (typeof input === "number") return input
  const duration = Duration.fromInput(input)
  return duration._tag === "Some" ? Duration.toMillis(duration.value) : NaN
}

/** Timers hold 31 bits. docs/protocol.md §26.2. */
const longestWait = 2 ** 31 - 1

/**
 * The wait before the next attempt when the n-th one ended in this failure, in whole milliseconds; `undefined`: the
 * policy makes no further one.
 */
export const waitAfter = (
  policy: Policy,
  attempt: number,
  failure: AttemptFailure
): Effect.Effect<number | undefined> => {
  const { retryAfterMillis } = failure
  if (attempt >= policy.attempts || !policy.retryable(failure)) return Effect.succeed(undefined)
  if (retryAfterMillis !== undefined && retryAfterMillis > Duration.toMillis(policy.longestRetryAfter)) {
    return Effect.succeed(undefined)
  }
  if (failure.kind === "RejectedToken") return Effect.succeed(0)
  // a stated time that is over, or no time at all, is no reason to ask in a hurry
  if (retryAfterMillis !== undefined && retryAfterMillis > 0) {
    return Effect.succeed(wholeMillis(Math.ceil(retryAfterMillis)))
  }
  return backOff(policy, attempt)
}

/** The policy's own wait after the n-th attempt, whatever that met, in whole milliseconds. */
export const backOff = (policy: Policy, attempt: number): Effect.Effect<number> => {
  const { max, min } = policy.jitter
  const still = Duration.toMillis(policy.base) * policy.factor ** (attempt - 1)
  return Effect.map(Random.next, (random) => wholeMillis(still * (min + random * (max - min))))
}

/** Between 0 and what a timer holds, whatever the policy: infinite time without jitter is `NaN`. docs/laws.md V3. */
const wholeMillis = (millis: number): number => Math.min(longestWait, Math.max(0, Math.round(millis) || 0))

/** The policy as a schedule, for effects of the program's own. Calls wait by {@link waitAfter} themselves. */
export const schedule = (policy: Policy): Schedule.Schedule<Duration.Duration, AttemptFailure> =>
  Schedule.fromStep(Effect.sync(() => {
    let attempt = 0
    return (_now, failure: AttemptFailure) =>
      Effect.flatMap(waitAfter(policy, ++attempt, failure), (wait) => {
        if (wait === undefined) return Cause.done(Duration.zero)
        const duration = Duration.millis(wait)
        return Effect.succeed<[Duration.Duration, Duration.Duration]>([duration, duration])
      })
  }))

/** Milliseconds. A longer wait that only this machine's clock speaks for is more likely a clock that is wrong. */
const longestByOwnClock = 600_000

/**
 * What a `Retry-After` header asks for, in milliseconds: seconds or an HTTP date (RFC 9110 §10.2.3). A date counts from
 * `date`, the `Date` header of the same answer, for the clock here may be wrong. Without a readable one it counts from
 * `now`, and is believed up to 10 minutes. A date in the past is 0. Of several values the first readable one counts; an
 * unreadable header is `undefined`.
 */
export const retryAfterMillis = (
  header: string | null | undefined,
  now: number,
  date?: string | null
): number | undefined => {
  if (header === null || header === undefined) return undefined
  // Repeated headers arrive joined by commas, and most dates have a comma of their own.
  for (const candidate of header.match(/\s*[A-Za-z]{3,9}, \d\d[ -][^,]+|[^,]+/g) ?? []) {
    const text = candidate.trim()
    if (/^\d{1,15}(?:\.\d{1,9})?$/.test(text)) return Number(text) * 1000
    const until = httpDate(text)
    if (!Number.isNaN(until)) {
      const sent = httpDate(date ?? "")
      if (!Number.isNaN(sent)) return Math.max(0, until - sent)
      return until - now > longestByOwnClock ? undefined : Math.max(0, until - now)
    }
  }
  return undefined
}

const httpDate = (text: string): number =>
  /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text.endsWith("GMT") ? text : `${text} GMT`) : NaN
