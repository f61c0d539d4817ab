import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import {
  type AttemptFailure,
  attempts,
  backoff,
  defaults,
  faultOf,
  honourRetryAfter,
  layer,
  make,
  type PolicyInput,
  RetryPolicy
} from "../../../layers/call/RetryPolicy.ts"
import { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import { waitsOf } from "../../../src/testing/waitsOf.ts"

const AnyFailure = Schema.Struct({
  kind: Schema.Literals(["RateLimited", "Loop", "Lost", "TimedOut", "Refused"]),
  idempotent: Schema.Boolean,
  retryAfterMillis: Schema.UndefinedOr(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1e12 })))
})

const failure = (fields: Partial<AttemptFailure>): AttemptFailure => ({
  kind: "Lost",
  endpoint: "things.read",
  status: 0,
  code: undefined,
  idempotent: true,
  retryAfterMillis: undefined,
  ...fields
})

/** The waits between attempts of calls by this policy that fail like this, in milliseconds. */
const waits = (input: PolicyInput, failures: ReadonlyArray<Partial<AttemptFailure>>) =>
  waitsOf(make(input), failures.map(failure))

const still = { jitter: { min: 1, max: 1 } }

const nine: ReadonlyArray<Partial<AttemptFailure>> = Array.from({ length: 9 }, () => ({}))

/** Values that no policy can go by, and what is said of them. */
const faulty: ReadonlyArray<
  readonly [what: string, changes: { readonly [name: string]: unknown }, message: string]
> = [
  ["no attempt", { attempts: 0 }, "attempts is 0. Give a whole number above 0."],
  ["a negative number of attempts", { attempts: -1 }, "attempts is -1. Give a whole number above 0."],
  ["half an attempt", { attempts: 2.5 }, "attempts is 2.5. Give a whole number above 0."],
  ["attempts that are no number", { attempts: NaN }, "attempts is NaN. Give a whole number above 0."],
  ["attempts that are text", { attempts: "5" }, "attempts is \"5\". Give a whole number above 0."],
  [
    "a negative base",
    { base: "-1 second" },
    "base is \"-1 second\". Give a time of 0 or more, below 2^31 ms (24.8 days)."
  ],
  ["a base below nothing", { base: -5 }, "base is -5. Give a time of 0 or more, below 2^31 ms (24.8 days)."],
  ["a base that is no number", { base: NaN }, "base is NaN. Give a time of 0 or more, below 2^31 ms (24.8 days)."],
  [
    "a base without end",
    { base: "Infinity" },
    "base is \"Infinity\". Give a time of 0 or more, below 2^31 ms (24.8 days)."
  ],
  [
    "a base that is no time",
    { base: "soon" },
    "base is \"soon\". Give a time of 0 or more, below 2^31 ms (24.8 days)."
  ],
  ["a negative base in nanoseconds", { base: -5n }, "base is -5. Give a time of 0 or more, below 2^31 ms (24.8 days)."],
  ["a negative factor", { factor: -2 }, "factor is -2. Give a number of 0 or more."],
  ["a factor without end", { factor: Infinity }, "factor is Infinity. Give a number of 0 or more."],
  [
    "a negative jitter",
    { jitter: { min: -1, max: 1 } },
    "jitter is {\"min\":\"-1\",\"max\":\"1\"}. Give a min of 0 or more, and a max that isn't below it."
  ],
  [
    "a jitter that is no number",
    { jitter: { min: 0.5, max: NaN } },
    "jitter is {\"min\":\"0.5\",\"max\":\"NaN\"}. Give a min of 0 or more, and a max that isn't below it."
  ],
  [
    "a jitter the wrong way round",
    { jitter: { min: 1.5, max: 0.5 } },
    "jitter is {\"min\":\"1.5\",\"max\":\"0.5\"}. Give a min of 0 or more, and a max that isn't below it."
  ],
  ["no jitter at all", { jitter: null }, "jitter is null. Give a min of 0 or more, and a max that isn't below it."],
  [
    "no time for an attempt",
    { perAttempt: 0 },
    "perAttempt is 0. Give a time above 0, below 2^31 ms (24.8 days), or Infinity."
  ],
  [
    "a negative time for an attempt",
    { perAttempt: "-30 seconds" },
    "perAttempt is \"-30 seconds\". Give a time above 0, below 2^31 ms (24.8 days), or Infinity."
  ],
  ["a negative longest Retry-After", { longestRetryAfter: -1 }, "longestRetryAfter is -1. Give a time of 0 or more."],
  [
    "a Retry-After that is no time",
    { longestRetryAfter: {}, perAttempt: "never" },
    "perAttempt is \"never\". Give a time above 0, below 2^31 ms (24.8 days), or Infinity."
  ],
  [
    "a base that no timer holds",
    { base: "30 days" },
    "base is \"30 days\". Give a time of 0 or more, below 2^31 ms (24.8 days)."
  ],
  [
    "a time limit that no timer holds",
    { perAttempt: 2 ** 31 },
    "perAttempt is 2147483648. Give a time above 0, below 2^31 ms (24.8 days), or Infinity."
  ],
  ["nothing that decides", { retryable: true }, "retryable is true. Give a function of a failed attempt."],
  ["a schedule that is a number", { schedule: 5 }, "schedule is 5. Give a Schedule over failed attempts."],
  ["a schedule that is none", { schedule: null }, "schedule is null. Give a Schedule over failed attempts."]
]

const AnyPolicy = Schema.Struct({
  attempts: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 60 })),
  base: Schema.Union([
    Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 31 - 1 })),
    Schema.Literals(["0 millis", "1 second", "24 days", "5 nanos"])
  ]),
  factor: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1e9 })),
  min: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 10 })),
  width: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1e9 }))
})

describe("a policy that cannot work", () => {
  for (const [what, changes, message] of faulty) {
    it.effect(`V3: with ${what} is refused as InvalidConfiguration, which says what to give instead`, () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(Effect.scoped(Layer.build(layer(changes as PolicyInput))))

        assert.instanceOf(error, InvalidConfiguration)
        assert.strictEqual(error.message, `retryPolicy.${message}`)
        assert.strictEqual(faultOf(make(changes))?.message, error.message)
      }))
  }

  it.effect("takes what is not given from the defaults, or from the policy around", () =>
    Effect.gen(function*() {
      const { schedule } = yield* Effect.provide(RetryPolicy, layer({ attempts: undefined, factor: 3, ...still }))
      const around = make({ attempts: 2, perAttempt: "1 second", ...still })
      const within = (input: PolicyInput) =>
        Effect.provide(RetryPolicy, layer(input)).pipe(Effect.provideService(RetryPolicy, around))

      assert.deepStrictEqual(yield* waitsOf(schedule, nine.map(failure)), [1000, 3000, 9000, 27_000])
      assert.deepStrictEqual(yield* within({}), around)
      assert.deepStrictEqual(yield* within({ perAttempt: "9 seconds" }), { ...around, perAttempt: "9 seconds" })
      assert.strictEqual((yield* within({ attempts: 3 })).perAttempt, "1 second")
      assert.strictEqual((yield* within(Schedule.once)).perAttempt, "1 second")
    }))
})

describe("RetryPolicy", () => {
  it.effect.prop(
    "V3: every wait of every policy that works is 0 or more and fits a timer",
    { policy: AnyPolicy, failures: Schema.Array(AnyFailure), seed: Schema.String },
    ({ policy: { min, width, ...rest }, seed, failures }) =>
      Effect.gen(function*() {
        const policy = {
          ...rest,
          jitter: { min, max: min + width },
          longestRetryAfter: "Infinity",
          retryable: () => true
        } as const
        assert.isUndefined(faultOf(make(policy)))

        for (const wait of yield* waits(policy, failures).pipe(Random.withSeed(seed))) {
          assert.isAtLeast(wait, 0)
          assert.isBelow(wait, 2 ** 31)
        }
      })
  )

  it("C12: the defaults are the protocol's numbers", () => {
    const { attempts, base, factor, jitter, longestRetryAfter, perAttempt } = defaults

    assert.deepStrictEqual({ attempts, factor, jitter }, { attempts: 5, factor: 2, jitter: { min: 0.5, max: 1.5 } })
    assert.strictEqual(Duration.toMillis(base), 1000)
    assert.strictEqual(Duration.toMillis(perAttempt), 30_000)
    assert.strictEqual(Duration.toMillis(longestRetryAfter), 600_000)
  })

  it.effect.prop(
    "C1: no sequence of failures leads to more than five attempts",
    { failures: Schema.Array(AnyFailure) },
    ({ failures }) =>
      Effect.gen(function*() {
        assert.isAtMost((yield* waits({}, failures)).length, 4)
      })
  )

  it.effect.prop("C2: the n-th wait lies between 0.5 and 1.5 times 1000 · 2ⁿ ms, in whole milliseconds", {
    seed: Schema.String
  }, ({ seed }) =>
    Effect.gen(function*() {
      const found = yield* waits({}, nine).pipe(Random.withSeed(seed))

      assert.strictEqual(found.length, 4)
      found.forEach((wait, n) => {
        assert.isAtLeast(wait, 500 * 2 ** n)
        assert.isAtMost(wait, 1500 * 2 ** n)
        assert.strictEqual(wait, Math.round(wait))
      })
    }))

  it.effect("C2: the waits use the whole range, not a part of it", () =>
    Effect.gen(function*() {
      const first = yield* Effect.forEach(Array.from({ length: 2000 }), () => waits({}, [{}])).pipe(
        Random.withSeed("range")
      )

      assert.isBelow(Math.min(...first.flat()), 510)
      assert.isAbove(Math.max(...first.flat()), 1490)
    }))

  it.effect.prop(
    "C3: without Retry-After the waits add up to at most 22.5 s",
    { failures: Schema.Array(AnyFailure) },
    ({ failures }) =>
      Effect.gen(function*() {
        const found = yield* waits({}, failures.map((each) => ({ ...each, retryAfterMillis: undefined })))

        assert.isAtMost(found.reduce((sum, wait) => sum + wait, 0), 22_500)
      })
  )

  it.effect.prop(
    "C4: a wait is no shorter than Retry-After, and always fits a timer",
    { failures: Schema.Array(AnyFailure), patient: Schema.Boolean },
    ({ patient, failures }) =>
      Effect.gen(function*() {
        const policy = patient ? { longestRetryAfter: Duration.infinity } : {}
        const found = yield* waits(policy, failures)

        found.forEach((wait, n) => {
          const { retryAfterMillis = 0 } = failures[n]!
          assert.isAtLeast(wait, Math.min(retryAfterMillis, 2 ** 31 - 1))
          assert.isBelow(wait, 2 ** 31)
        })
      })
  )

  it.effect("C4: Retry-After replaces the back-off of its own wait only", () =>
    Effect.gen(function*() {
      const found = yield* waits(still, [
        {},
        { kind: "RateLimited", retryAfterMillis: 17_000 },
        {},
        {}
      ])

      assert.deepStrictEqual(found, [1000, 17_000, 4000, 8000])
    }))

  it.effect("C4: a Retry-After of more than 10 minutes is not waited for", () =>
    Effect.gen(function*() {
      const wait = (millis: number) => waits({}, [{ kind: "RateLimited", retryAfterMillis: millis }])

      assert.deepStrictEqual(yield* wait(600_000), [600_000])
      assert.deepStrictEqual(yield* wait(600_001), [])
    }))

  it.effect("C4: a Retry-After of no time at all leaves the back-off as it is", () =>
    Effect.gen(function*() {
      const found = yield* waits(still, nine.map((each) => ({ ...each, kind: "RateLimited", retryAfterMillis: 0 })))

      assert.deepStrictEqual(found, [1000, 2000, 4000, 8000])
    }))

  it.effect("C5: 429 and 508 are worth another attempt for any method, a lost answer for idempotent ones", () =>
    Effect.gen(function*() {
      const again = (kind: AttemptFailure["kind"], idempotent: boolean) =>
        Effect.map(waits({}, [{ kind, idempotent }]), (found) => found.length === 1)

      for (const kind of ["RateLimited", "Loop"] as const) {
        assert.isTrue(yield* again(kind, false), kind)
        assert.isTrue(yield* again(kind, true), kind)
      }
      for (const kind of ["Lost", "TimedOut"] as const) {
        assert.isFalse(yield* again(kind, false), kind)
        assert.isTrue(yield* again(kind, true), kind)
      }
      assert.isFalse(yield* again("Refused", true))
    }))

  it.effect.prop(
    "C6: the same seed gives the same waits",
    { seed: Schema.String, failures: Schema.Array(AnyFailure) },
    ({ seed, failures }) =>
      Effect.gen(function*() {
        const once = yield* waits({}, failures).pipe(Random.withSeed(seed))
        const again = yield* waits({}, failures).pipe(Random.withSeed(seed))

        assert.deepStrictEqual(once, again)
      })
  )

  it.effect("C7: every number that a policy is made of shows in its waits", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* waits(still, nine), [1000, 2000, 4000, 8000])
      assert.deepStrictEqual(yield* waits({ ...still, attempts: 2 }, nine), [1000])
      assert.deepStrictEqual(yield* waits({ ...still, attempts: 1 }, nine), [])
      assert.deepStrictEqual((yield* waits({ ...still, attempts: Infinity }, nine)).length, 9)
      assert.deepStrictEqual(yield* waits({ ...still, base: "3 seconds" }, nine), [3000, 6000, 12_000, 24_000])
      assert.deepStrictEqual(yield* waits({ ...still, factor: 1 }, nine), [1000, 1000, 1000, 1000])
      assert.deepStrictEqual(yield* waits({ ...still, jitter: { min: 2, max: 2 } }, nine), [2000, 4000, 8000, 16_000])
      assert.deepStrictEqual(yield* waits({ ...still, retryable: () => false }, nine), [])
      assert.deepStrictEqual(
        yield* waits({ ...still, longestRetryAfter: 1 }, [{ kind: "RateLimited", retryAfterMillis: 2 }]),
        []
      )
    }))
})

describe("a schedule of a program's own", () => {
  const patient = Schedule.fibonacci("200 millis").pipe(
    honourRetryAfter({ longest: "1 minute" }),
    Schedule.upTo({ times: 3 })
  )

  it.effect("V2: reads like a sentence, and waits as it says", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* waits(patient, nine), [200, 200, 400])
      assert.deepStrictEqual(yield* waits(patient, [{}, { kind: "RateLimited", retryAfterMillis: 7000 }, {}]), [
        200,
        7000,
        400
      ])
      assert.deepStrictEqual(yield* waits(patient, [{ kind: "RateLimited", retryAfterMillis: 60_001 }]), [])
      assert.deepStrictEqual(yield* waits(patient, [{}, { kind: "Refused" }]), [200])
    }))

  it.effect("V2: reads are repeated one way, writes another", () =>
    Effect.gen(function*() {
      const reads = Schedule.spaced("50 millis").pipe(
        Schedule.while(({ input }: Schedule.Metadata<number, AttemptFailure>) => input.idempotent),
        attempts(9)
      )
      const writes = backoff({ base: "2 seconds" }).pipe(Schedule.while(({ input }) => !input.idempotent), attempts(3))
      const both = Schedule.min([reads, writes])

      assert.deepStrictEqual(yield* waits(both, nine), Array(8).fill(50))
      const looped = nine.map(() => ({ kind: "Loop", idempotent: false } as const))
      assert.deepStrictEqual(yield* waits(both, looped), [2000, 4000])
    }))

  it.effect("V2: those of Effect's combinators fit", () =>
    Effect.gen(function*() {
      const seen: Array<string> = []
      const table: ReadonlyArray<readonly [string, PolicyInput, ReadonlyArray<number>]> = [
        ["max", Schedule.max([Schedule.spaced("5 millis"), Schedule.recurs(2)]), [5, 5]],
        ["min", Schedule.min([Schedule.spaced("9 millis"), Schedule.spaced("5 millis")]).pipe(attempts(3)), [5, 5]],
        [
          "concat",
          Schedule.concat(
            Schedule.spaced("5 millis").pipe(attempts(3)),
            Schedule.spaced("1 second").pipe(attempts(2))
          ),
          [5, 5, 1000]
        ],
        [
          "during",
          Schedule.max([Schedule.spaced("400 millis"), Schedule.during("1 second")]),
          [400, 400, 400]
        ],
        [
          "tap",
          backoff().pipe(attempts(3), Schedule.tap(({ input }) => Effect.sync(() => seen.push(input.endpoint)))),
          [1000, 2000]
        ]
      ]

      for (const [name, schedule, expected] of table) {
        assert.deepStrictEqual(yield* waits(schedule, nine), expected, name)
      }
      assert.deepStrictEqual(seen, ["things.read", "things.read"])
    }))

  class Patience extends Context.Service<Patience, Duration.Duration>()("test/Patience") {}

  it.effect("V2: what it needs comes from where its layer is built", () =>
    Effect.gen(function*() {
      const needy = Schedule.forever.pipe(
        Schedule.modifyDelay(() => Patience),
        Schedule.upTo({ times: 2 })
      )
      const built = layer(needy).pipe(Layer.provide(Layer.succeed(Patience, Duration.millis(321))))
      const { schedule } = yield* Effect.provide(RetryPolicy, built)

      assert.deepStrictEqual(yield* waitsOf(schedule, nine.map(failure)), [321, 321])
    }))

  it.effect("V2: starts anew for each call", () =>
    Effect.gen(function*() {
      const { schedule } = make(patient)

      assert.deepStrictEqual(yield* waitsOf(schedule, nine.map(failure)), [200, 200, 400])
      assert.deepStrictEqual(yield* waitsOf(schedule, nine.map(failure)), [200, 200, 400])
    }))

  it.effect.prop(
    "V3: waits that make no sense are 0, or what a timer holds",
    { millis: Schema.Union([Schema.Number, Schema.Literals(["-1 second", "Infinity", "-Infinity", "30 days"])]) },
    ({ millis }) =>
      Effect.gen(function*() {
        const senseless = Schedule.recurs(1).pipe(Schedule.modifyDelay(() => Effect.succeed(millis)))
        const [wait] = yield* waits(senseless, nine)

        assert.isTrue(Number.isInteger(wait))
        assert.isAtLeast(wait!, 0)
        assert.isBelow(wait!, 2 ** 31)
      })
  )

  /** Schedules of every kind that Effect has, none of which asks whether a retry does harm. */
  const AnySchedule = Schema.Struct({
    kind: Schema.Literals(["forever", "recurs", "exponential", "fibonacci", "spaced", "fixed", "windowed", "during"]),
    jittered: Schema.Boolean,
    combined: Schema.Literals(["alone", "min", "max", "concat"]),
    times: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 6 }))
  })
  const scheduleOf = ({ combined, jittered, kind, times }: typeof AnySchedule.Type): PolicyInput => {
    const simple: Schedule.Schedule<unknown, unknown> = {
      forever: () => Schedule.forever,
      recurs: () => Schedule.recurs(times),
      exponential: () => Schedule.exponential("50 millis"),
      fibonacci: () => Schedule.fibonacci("50 millis"),
      spaced: () => Schedule.spaced("50 millis"),
      fixed: () => Schedule.fixed("50 millis"),
      windowed: () => Schedule.windowed("50 millis"),
      during: () => Schedule.during("1 minute")
    }[kind]()
    const one = jittered ? Schedule.jittered(simple) : simple
    const other = Schedule.spaced("20 millis")
    const both: Schedule.Schedule<unknown, unknown> = {
      alone: () => one,
      min: () => Schedule.min([one, other]),
      max: () => Schedule.max([one, other]),
      concat: () => Schedule.concat(one, other)
    }[combined]()
    return both
  }

  it.effect.prop(
    "C5: whatever the schedule, only harmless failures are retried: 429, the 508 marker, and lost idempotent requests",
    { given: AnySchedule, failures: Schema.NonEmptyArray(AnyFailure) },
    ({ failures, given }) =>
      Effect.gen(function*() {
        const found = yield* waits(scheduleOf(given), failures)

        for (const { idempotent, kind } of failures.slice(0, found.length)) {
          assert.isTrue(kind === "RateLimited" || kind === "Loop" || (idempotent && kind !== "Refused"))
        }
        assert.lengthOf(yield* waits(scheduleOf(given), [{ kind: "Refused" }]), 0)
        assert.lengthOf(yield* waits(scheduleOf(given), [{ kind: "Lost", idempotent: false }]), 0)
        assert.lengthOf(yield* waits(scheduleOf(given), [{ kind: "RateLimited", idempotent: false }]), 1)
      })
  )

  it.effect("C5: a policy retries other failures only when `retryable` names them", () =>
    Effect.gen(function*() {
      const schedule = Schedule.spaced("1 second").pipe(attempts(3))
      const refusals = nine.map(() => ({ kind: "Refused", status: 500 } as const))

      assert.deepStrictEqual(yield* waits(schedule, refusals), [])
      assert.deepStrictEqual(
        yield* waits({ schedule, retryable: ({ status }) => status === 500 }, refusals),
        [1000, 1000]
      )
    }))

  it("V3: what is no schedule is refused before anything is sent", () => {
    const policy = { schedule: 5 as never, retryable: () => true, perAttempt: "1 second" } as const

    assert.strictEqual(faultOf(policy)?.message, "retryPolicy.schedule is 5. Give a Schedule over failed attempts.")
  })
})
