/**
 * Decides when a call is retried: a `Schedule` over failed attempts. Calls run exactly the schedule that you compose and
 * test.
 * docs/protocol.md §26.2, §6, docs/policies.md.
 *
 * You can use any Effect schedule. Every part of the default schedule is exported:
 *
 * ```ts
 * const patient = Schedule.fibonacci("200 millis").pipe(
 *   RetryPolicy.honourRetryAfter({ longest: "1 minute" }),
 *   Schedule.upTo({ times: 3 })
 * )
 * ```
 *
 * The schedule decides when and how often to retry. Whatever the schedule, {@link isRetryable} first decides whether a
 * failure may be retried at all: a wrong password isn't sent again, and neither is a POST whose response was lost. To
 * change that rule, pass a predicate: `RetryPolicy.make({ schedule, retryable })`.
 *
 * Replace the policy for a program or a layer with `RetryPolicy.layer(patient)`, for a single call with
 * `Effect.provideService(RetryPolicy.RetryPolicy, RetryPolicy.make(patient))`. A session's refresh is shared by all
 * callers, so it follows the policy that the session's layer was built with.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import type { CallReason, InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import {
  age,
  allowing,
  changed,
  count,
  factor,
  isFactor,
  longestWait,
  millisOf,
  time,
  timeLimit,
  validator
} from "./policy.ts"

/** A failed attempt as policies see it: the input of their schedule. */
export interface AttemptFailure {
  /**
   * - `RateLimited`: 429, or a wait imposed by another call's 429 (see `RateLimitGate`).
   * - `Loop`: 508 with the marker `INFINITE_LOOP_DETECTED`.
   * - `ConnectionFailed`: no response, or an incomplete one.
   * - `TimedOut`: longer than `perAttempt`.
   * - `Refused`: any other response that is not a success.
   */
  readonly kind: "RateLimited" | "Loop" | "ConnectionFailed" | "TimedOut" | "Refused"
  /** The called endpoint, such as `users.getMe`. */
  readonly endpoint: string
  /** HTTP status of the response; 0 without one. */
  readonly status: number
  /** The platform's error code, if the response had one. */
  readonly code: string | undefined
  /** Whether sending the request again has no further effect. */
  readonly idempotent: boolean
  /** Value of `Retry-After`. */
  readonly retryAfterMillis: number | undefined
}

/** A retry policy. */
export interface Policy {
  /**
   * The schedule steps once per failed attempt. Its delay is the wait before the next attempt. The call ends when the
   * schedule ends.
   */
  readonly schedule: Schedule.Schedule<unknown, AttemptFailure>
  /** Whether a failure may be retried. If not, the schedule isn't stepped. */
  readonly retryable: (failure: AttemptFailure) => boolean
  /** Timeout of one attempt, including reading the response. Requests to AI chat have at least 130 s. */
  readonly perAttempt: Duration.Input
}

/** The numbers that the default schedule is composed from. */
export interface RetryOptions {
  /** Maximum number of attempts, including the first. */
  readonly attempts: number
  /** First delay, before jitter. */
  readonly base: Duration.Input
  /** Factor between one delay and the next. */
  readonly factor: number
  /** Range of the random factor of each delay. */
  readonly jitter: { readonly min: number; readonly max: number }
  /** Timeout of one attempt, including reading the response. Requests to AI chat have at least 130 s. */
  readonly perAttempt: Duration.Input
  /**
   * Maximum `Retry-After` to wait for. With a longer one, the call fails with `RateLimited`, which contains the wait.
   */
  readonly longestRetryAfter: Duration.Input
  /**
   * Whether a failure may be retried. A predicate that accepts `ConnectionFailed`, `TimedOut` or `Refused` failures of
   * requests that aren't `idempotent` may repeat requests that the platform has already processed, for example to
   * create a team twice.
   */
  readonly retryable: (failure: AttemptFailure) => boolean
}

/** Input of a policy: a schedule, a schedule with `retryable` and an attempt timeout, or numbers. */
export type PolicyInput<R = never> =
  | Schedule.Schedule<unknown, AttemptFailure, never, R>
  | {
    readonly schedule: Schedule.Schedule<unknown, AttemptFailure, never, R>
    readonly retryable?: RetryOptions["retryable"] | undefined
    readonly perAttempt?: Duration.Input | undefined
  }
  | { readonly [Name in keyof RetryOptions]?: RetryOptions[Name] | undefined }

/**
 * Whether a retry is safe: 429 and the 508 marker for any method; lost connections and timeouts for idempotent requests
 * only.
 */
export const isRetryable = ({ idempotent, kind }: AttemptFailure): boolean =>
  kind === "RateLimited" || kind === "Loop" || (idempotent && (kind === "ConnectionFailed" || kind === "TimedOut"))

/**
 * Five attempts, with delays of 1, 2, 4 and 8 s, each multiplied by a random factor of 0.5 to 1.5, for failures that
 * {@link isRetryable} accepts.
 */
export const defaults: RetryOptions = {
  attempts: 5,
  base: "1 second",
  factor: 2,
  jitter: { min: 0.5, max: 1.5 },
  perAttempt: "30 seconds",
  longestRetryAfter: "10 minutes",
  retryable: isRetryable
}

/** Options that may be missing or `undefined`. */
type Given<Options> = { readonly [Name in keyof Options]?: Options[Name] | undefined }

/**
 * Growing delays: the first is `base`, and each following one is `factor` times the previous one. Never ends. Like every
 * part of a schedule, throws `InvalidConfiguration` for a number that {@link layer} would reject.
 */
export const backoff = (
  given: Given<Pick<RetryOptions, "base" | "factor">> = {}
): Schedule.Schedule<Duration.Duration, AttemptFailure> => {
  const { base, factor } = valid(given)
  return Schedule.exponential(base, factor)
}

/** Multiplies every delay by a random number from a range, rounded to milliseconds. */
export const jitter = (range: RetryOptions["jitter"] = defaults.jitter) => {
  const { jitter: { max, min } } = valid({ jitter: range })
  return <A, I, E, R>(self: Schedule.Schedule<A, I, E, R>): Schedule.Schedule<A, I, E, R> =>
    Schedule.modifyDelay(
      self,
      ({ duration }) =>
        Effect.map(Random.next, (random) => wholeMillis(Duration.toMillis(duration) * (min + random * (max - min))))
    )
}

/**
 * Replaces the schedule's delay with `Retry-After`. A `Retry-After` of zero or in the past leaves the delay unchanged.
 * A `Retry-After` above `longest` ends the schedule.
 *
 * @example
 * ```ts
 * import { RetryPolicy } from "latchkey"
 * import { rateLimited, waitsOf } from "latchkey/testing"
 *
 * const schedule = RetryPolicy.backoff().pipe(RetryPolicy.honourRetryAfter({ longest: "1 minute" }))
 * console.log(yield* waitsOf(schedule, [rateLimited({ retryAfter: "7 seconds" })])) // [ 7000 ]
 * console.log(yield* waitsOf(schedule, [rateLimited({ retryAfter: "1 hour" })])) // []
 * ```
 */
export const honourRetryAfter = ({ longest }: { readonly longest?: Duration.Input | undefined } = {}) => {
  const longestMillis = millisOf(valid({ longestRetryAfter: longest }).longestRetryAfter)
  return <A, E, R>(self: Schedule.Schedule<A, AttemptFailure, E, R>): Schedule.Schedule<A, AttemptFailure, E, R> =>
    self.pipe(
      Schedule.while(({ input }) => (input.retryAfterMillis ?? 0) <= longestMillis),
      Schedule.modifyDelay(({ duration, input: { retryAfterMillis } }) =>
        Effect.succeed(retryAfterMillis ? wholeMillis(Math.ceil(retryAfterMillis)) : duration)
      )
    )
}

/**
 * Limits a schedule to this number of attempts, including the first.
 *
 * @example
 * ```ts
 * import { RetryPolicy } from "latchkey"
 * import { connectionFailed, waitsOf } from "latchkey/testing"
 *
 * const schedule = RetryPolicy.backoff({ base: "1 second" }).pipe(RetryPolicy.attempts(3))
 * const failures = [connectionFailed(), connectionFailed(), connectionFailed()]
 * console.log(yield* waitsOf(schedule, failures)) // [ 1000, 2000 ]
 * ```
 */
export const attempts = (maxAttempts: number) => {
  const { attempts } = valid({ attempts: maxAttempts })
  return <A, I, E, R>(self: Schedule.Schedule<A, I, E, R>): Schedule.Schedule<A, I, E, R> =>
    Schedule.upTo(self, { times: attempts - 1 })
}

/**
 * The default schedule, composed from its parts. {@link defaults} apply to missing options. Throws
 * `InvalidConfiguration` for an invalid option.
 */
export const schedule = (
  options: Given<Omit<RetryOptions, "retryable" | "perAttempt">> = {}
): Schedule.Schedule<Duration.Duration, AttemptFailure> => {
  const numbers = changed(defaults, options)
  return backoff(numbers).pipe(
    jitter(numbers.jitter),
    honourRetryAfter({ longest: numbers.longestRetryAfter }),
    attempts(numbers.attempts)
  )
}

/** Creates a policy from a schedule or from numbers. {@link defaults} apply to missing options. */
export const make = (input: PolicyInput = {}): Policy => {
  const { numbers, perAttempt = defaults.perAttempt, retryable = isRetryable, schedule: own } = partsOf(input)
  const fault = faultIn({ ...defaults, ...numbers, perAttempt, retryable, schedule: own })
  const policy: Policy = {
    schedule: fault === undefined ? fitting(own ?? schedule(numbers)) : Schedule.recurs(0),
    retryable,
    perAttempt
  }
  faults.set(policy, fault)
  return policy
}

/** The provided policy. */
export const RetryPolicy = Context.Reference<Policy>("latchkey/setting/RetryPolicy", { defaultValue: () => make() })

/**
 * Sets the policy of everything built with this layer: a schedule, which may have requirements, or numbers.
 * `perAttempt` alone keeps the schedule, and a schedule alone keeps `perAttempt`. Fails with `InvalidConfiguration` if
 * the policy is invalid: no attempt at all, or a delay that is negative or not a number.
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { currentUser, RetryPolicy } from "latchkey"
 *
 * const policy = RetryPolicy.layer({ attempts: 2, perAttempt: "5 seconds" })
 * const user = yield* currentUser.get().pipe(Effect.provide(policy))
 * console.log(user?.displayName) // Ada
 * ```
 */
export const layer = <R = never>(input: PolicyInput<R> | undefined): Layer.Layer<never, InvalidConfiguration, R> =>
  Layer.effect(
    RetryPolicy,
    Effect.contextWith((context: Context.Context<R>) =>
      Effect.flatMap(RetryPolicy, (before) => {
        const { numbers, perAttempt = before.perAttempt, retryable, schedule: own } = partsOf(input ?? {})
        const policy: Policy = own !== undefined
          ? make({ schedule: Schedule.isSchedule(own) ? provided(own, context) : own, retryable, perAttempt })
          : Object.keys(numbers).length > 0
          ? make({ ...numbers, retryable, perAttempt })
          : { ...before, perAttempt, retryable: retryable ?? before.retryable }
        const fault = faultOf(policy)
        return fault === undefined ? Effect.succeed(policy) : Effect.fail(fault)
      })
    )
  )

const partsOf = <R>(input: PolicyInput<R>): {
  readonly schedule?: Schedule.Schedule<unknown, AttemptFailure, never, R> | undefined
  readonly perAttempt?: Duration.Input | undefined
  readonly retryable?: RetryOptions["retryable"] | undefined
  readonly numbers: Partial<Omit<RetryOptions, "perAttempt" | "retryable">>
} => {
  if (Schedule.isSchedule(input)) {
    return { schedule: input as Schedule.Schedule<unknown, AttemptFailure, never, R>, numbers: {} }
  }
  const { perAttempt, retryable, schedule, ...numbers } = Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined)
  )
  return { numbers, perAttempt, retryable, schedule }
}

/**
 * Provides the schedule with the services that the layer was built with. Services of the call, such as `Random`, take
 * precedence.
 */
const provided = <R>(
  schedule: Schedule.Schedule<unknown, AttemptFailure, never, R>,
  context: Context.Context<R>
): Schedule.Schedule<unknown, AttemptFailure> => {
  const provide = <A, E>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E> =>
    Effect.updateContext(self, (own: Context.Context<never>) => Context.merge(context, own))
  return Schedule.fromStep(
    Effect.map(provide(Schedule.toStep(schedule)), (step) => (now, failure) => provide(step(now, failure)))
  )
}

/** Bounds a delay to whole milliseconds between 0 and a timer's maximum. docs/laws.md V3. */
const fitting = (schedule: Schedule.Schedule<unknown, AttemptFailure>): Schedule.Schedule<unknown, AttemptFailure> =>
  Schedule.modifyDelay(schedule, ({ duration }) => Effect.succeed(wholeMillis(Duration.toMillis(duration))))

/** An infinite delay times a jitter of zero is `NaN`. */
const wholeMillis = (millis: number): number => Math.min(longestWait, Math.max(0, Math.round(millis) || 0))

const validate = validator(
  "retryPolicy",
  {
    schedule: allowing(
      "a Schedule over failed attempts",
      (schedule) => schedule === undefined || Schedule.isSchedule(schedule)
    ),
    attempts: count,
    base: time,
    factor,
    jitter: allowing<RetryOptions["jitter"] | null>(
      "a min of 0 or more, and a max that isn't below it",
      (jitter) => isFactor(jitter?.min) && isFactor(jitter?.max) && jitter!.min <= jitter!.max
    ),
    perAttempt: timeLimit,
    longestRetryAfter: age,
    retryable: allowing("a function of a failed attempt", (retryable) => typeof retryable === "function")
  }
)

const faults = new WeakMap<Policy, InvalidConfiguration | undefined>()

/** Returns why a policy is invalid; `undefined` if it is valid. Checked once per policy. */
export const faultOf = (policy: Policy): InvalidConfiguration | undefined => {
  if (!faults.has(policy)) faults.set(policy, faultIn({ ...defaults, ...policy }))
  return faults.get(policy)
}

/**
 * Returns the options with the defaults of the missing ones. Throws `InvalidConfiguration` for the first invalid
 * option.
 */
const valid = (options: Given<RetryOptions>): RetryOptions => {
  const all = changed(defaults, options)
  const fault = faultIn({ ...all, schedule: undefined })
  if (fault !== undefined) throw fault
  return all
}

const faultIn = (options: RetryOptions & { readonly schedule: unknown }): InvalidConfiguration | undefined =>
  Option.getOrUndefined(Result.getFailure(validate(options)))

/** Whether a later call may succeed: for programs that poll. */
export const mayPass = (reason: CallReason): boolean => {
  switch (reason._tag) {
    case "Offline":
    case "ConnectionFailed":
    case "TimedOut":
    case "RateLimited":
    case "LoopDetected":
      return true
    case "HttpFailure":
    case "DecodeError":
      return reason.status >= 500
    default:
      return false
  }
}
