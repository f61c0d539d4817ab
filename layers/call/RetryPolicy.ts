/**
 * When a call is retried: a `Schedule` over failed attempts. It is what calls run, and what you compose and test.
 * docs/protocol.md §26.2, §6, docs/policies.md.
 *
 * Any schedule of Effect fits, and every part of the default is exported:
 *
 * ```ts
 * const patient = Schedule.fibonacci("200 millis").pipe(
 *   RetryPolicy.honourRetryAfter({ longest: "1 minute" }),
 *   Schedule.upTo({ times: 3 })
 * )
 * ```
 *
 * The schedule decides when and how often. Whether a failure may be retried at all is decided before it, by
 * {@link isRetryable}, for every schedule: a wrong password isn't sent again, and neither is a POST whose response was
 * lost. To change that, name it: `RetryPolicy.make({ schedule, retryable })`.
 *
 * Replace the policy for a program or a layer with `RetryPolicy.layer(patient)`, for a single call with
 * `Effect.provideService(RetryPolicy.RetryPolicy, RetryPolicy.make(patient))`. The refresh of a session serves every
 * caller, so it follows the policy that its layer was built with.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import {
  age,
  allowing,
  count,
  factor,
  given,
  isFactor,
  longestWait,
  millisOf,
  time,
  timeLimit,
  validator
} from "./policy.ts"

/** What an attempt failed with, as far as a policy cares: the input of its schedule. */
export interface AttemptFailure {
  /**
   * - `RateLimited`: 429, or a wait that another call was told of (see `RateLimitGate`).
   * - `Loop`: 508 with the marker `INFINITE_LOOP_DETECTED`.
   * - `Lost`: no answer, or one that broke off.
   * - `TimedOut`: longer than `perAttempt`.
   * - `Refused`: any other answer that is not a success.
   */
  readonly kind: "RateLimited" | "Loop" | "Lost" | "TimedOut" | "Refused"
  /** The endpoint that was called, as in `users.getMe`. */
  readonly endpoint: string
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
  /** Steps once for each failed attempt: its delay is the wait before the next one, its end the end of the call. */
  readonly schedule: Schedule.Schedule<unknown, AttemptFailure>
  /** Whether a failure may be retried at all. The schedule isn't stepped where it may not. */
  readonly retryable: (failure: AttemptFailure) => boolean
  /** How long one attempt may take, the reading of the answer included. AI chat has 130 s at least. */
  readonly perAttempt: Duration.Input
}

/** The numbers that the default schedule is composed from. */
export interface RetryOptions {
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
  /**
   * Whether a failure may be retried at all. A predicate that is true for `Lost`, `TimedOut` or `Refused` failures of
   * requests that aren't `idempotent` repeats requests that the platform may have carried out: two teams instead of one.
   */
  readonly retryable: (failure: AttemptFailure) => boolean
}

/** What a policy is made of: a schedule, a schedule with `retryable` and a time limit for each attempt, or numbers. */
export type PolicyInput<R = never> =
  | Schedule.Schedule<unknown, AttemptFailure, never, R>
  | {
    readonly schedule: Schedule.Schedule<unknown, AttemptFailure, never, R>
    readonly retryable?: RetryOptions["retryable"] | undefined
    readonly perAttempt?: Duration.Input | undefined
  }
  | { readonly [Name in keyof RetryOptions]?: RetryOptions[Name] | undefined }

/** Whether a retry does no harm: 429 and the 508 marker for any method, a lost connection or a timeout for idempotent requests only. */
export const isRetryable = ({ idempotent, kind }: AttemptFailure): boolean =>
  kind === "RateLimited" || kind === "Loop" || (idempotent && (kind === "Lost" || kind === "TimedOut"))

/** Five attempts; waits of 1, 2, 4 and 8 s, each times 0.5 to 1.5; for what {@link isRetryable} says. */
export const defaults: RetryOptions = {
  attempts: 5,
  base: "1 second",
  factor: 2,
  jitter: { min: 0.5, max: 1.5 },
  perAttempt: "30 seconds",
  longestRetryAfter: "10 minutes",
  retryable: isRetryable
}

/** Waits that grow: `base`, then each `factor` times the one before. Goes on for ever. */
export const backoff = (
  { base, factor }: Partial<Pick<RetryOptions, "base" | "factor">> = {}
): Schedule.Schedule<Duration.Duration, AttemptFailure> =>
  Schedule.exponential(base ?? defaults.base, factor ?? defaults.factor)

/** Multiplies every wait by a random number from a range, to whole milliseconds. */
export const jitter =
  ({ max, min }: RetryOptions["jitter"] = defaults.jitter) =>
  <A, I, E, R>(self: Schedule.Schedule<A, I, E, R>): Schedule.Schedule<A, I, E, R> =>
    Schedule.modifyDelay(
      self,
      ({ duration }) =>
        Effect.map(Random.next, (random) => wholeMillis(Duration.toMillis(duration) * (min + random * (max - min))))
    )

/**
 * Waits as long as `Retry-After` asks for, in place of the schedule's own wait. A time that is over, or no time at all,
 * is no reason to ask in a hurry, and leaves that as it is. What asks for more than `longest` ends the schedule.
 */
export const honourRetryAfter = (
  { longest = defaults.longestRetryAfter }: { readonly longest?: Duration.Input | undefined } = {}
) =>
<A, E, R>(self: Schedule.Schedule<A, AttemptFailure, E, R>): Schedule.Schedule<A, AttemptFailure, E, R> => {
  const longestMillis = millisOf(longest)
  return self.pipe(
    Schedule.while(({ input }) => (input.retryAfterMillis ?? 0) <= longestMillis),
    Schedule.modifyDelay(({ duration, input: { retryAfterMillis } }) =>
      Effect.succeed(retryAfterMillis ? wholeMillis(Math.ceil(retryAfterMillis)) : duration)
    )
  )
}

/** Limits a schedule to this number of attempts, the first included. */
export const attempts =
  (most: number) => <A, I, E, R>(self: Schedule.Schedule<A, I, E, R>): Schedule.Schedule<A, I, E, R> =>
    Schedule.upTo(self, { times: most - 1 })

/** The default schedule, composed from its parts. {@link defaults} apply to options that aren't given. */
export const schedule = (
  options: Partial<Omit<RetryOptions, "retryable" | "perAttempt">> = {}
): Schedule.Schedule<Duration.Duration, AttemptFailure> => {
  const numbers = { ...defaults, ...options }
  return backoff(numbers).pipe(
    jitter(numbers.jitter),
    honourRetryAfter({ longest: numbers.longestRetryAfter }),
    attempts(numbers.attempts)
  )
}

/** Makes a policy from a schedule or from numbers. {@link defaults} apply to options that aren't given. */
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

/** The policy in force. */
export const RetryPolicy = Context.Reference<Policy>("latchkey/setting/RetryPolicy", { defaultValue: () => make() })

/**
 * The policy for what is built with this layer: a schedule, which may have requirements, or numbers. `perAttempt` alone
 * leaves the schedule as it is, and a schedule alone leaves `perAttempt`. Fails with `InvalidConfiguration` when the policy
 * can't work: no attempt at all, a wait that is negative or not a number.
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

/** What the schedule needs comes from where its layer was built; what a call brings of the same, such as chance, wins. */
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

/** Whole milliseconds between 0 and what a timer holds, whatever the schedule says. docs/laws.md V3. */
const fitting = (schedule: Schedule.Schedule<unknown, AttemptFailure>): Schedule.Schedule<unknown, AttemptFailure> =>
  Schedule.modifyDelay(schedule, ({ duration }) => Effect.succeed(wholeMillis(Duration.toMillis(duration))))

/** Infinite time without jitter is `NaN`. */
const wholeMillis = (millis: number): number => Math.min(longestWait, Math.max(0, Math.round(millis) || 0))

const validate = validator(
  "retryPolicy",
  Schema.Struct({
    schedule: given.check(allowing(
      "a Schedule over failed attempts",
      (schedule) => schedule === undefined || Schedule.isSchedule(schedule)
    )),
    attempts: count,
    base: time,
    factor,
    jitter: given.check(allowing<RetryOptions["jitter"] | null>(
      "a min of 0 or more, and a max that isn't below it",
      (jitter) => isFactor(jitter?.min) && isFactor(jitter?.max) && jitter!.min <= jitter!.max
    )),
    perAttempt: timeLimit,
    longestRetryAfter: age,
    retryable: given.check(allowing("a function of a failed attempt", (retryable) => typeof retryable === "function"))
  })
)

const faults = new WeakMap<Policy, InvalidConfiguration | undefined>()

/** Why calls can't follow a policy; `undefined` if they can. Checked once for each policy. */
export const faultOf = (policy: Policy): InvalidConfiguration | undefined => {
  if (!faults.has(policy)) faults.set(policy, faultIn({ ...defaults, ...policy }))
  return faults.get(policy)
}

const faultIn = (options: RetryOptions & { readonly schedule: unknown }): InvalidConfiguration | undefined =>
  Option.getOrUndefined(Result.getFailure(validate(options)))
