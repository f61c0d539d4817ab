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
  jitter,
  layer,
  make,
  type PolicyInput,
  RetryPolicy,
  schedule as makeSchedule
} from "../../../layers/call/RetryPolicy.ts"
import { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import { waitsOf } from "../../../src/testing/waitsOf.ts"

const AnyFailure = Schema.Struct({
  kind: Schema.Literals(["RateLimited", "Loop", "ConnectionFailed", "TimedOut", "Refused"]),
  idempotent: Schema.Boolean,
  retryAfterMillis: Schema.UndefinedOr(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1e12 })))
})

const failure = (fields: Partial<AttemptFailure>): AttemptFailure => ({
  kind: "ConnectionFailed",
  endpoint: "things.read",
  status: 0,
  code: undefined,
  idempotent: true,
  retryAfterMillis: undefined,
  ...fields
})

/** Returns the waits in milliseconds between attempts that fail in the given way, under the given policy. */
const waits = (input: PolicyInput, failures: ReadonlyArray<Partial<AttemptFailure>>) =>
  waitsOf(make(input), failures.map(failure))

const noJitter = { jitter: { min: 1, max: 1 } }

const nine: ReadonlyArray<Partial<AttemptFailure>> = Array.from({ length: 9 }, () => ({}))

/** Invalid settings and their error messages. */
const invalid: ReadonlyArray<
  readonly [what: string, changes: { readonly [name: string]: unknown }, message: string]
> = [
  ["no attempt", { attempts: 0 }, "attempts is 0. Give a whole number above 0."],
  ["a negative number of attempts", { attempts: -1 }, "attempts is -1. Give a whole number above 0."],
  ["a fractional number of attempts", { attempts: 2.5 }, "attempts is 2.5. Give a whole number above 0."],
  ["attempts of NaN", { attempts: NaN }, "attempts is NaN. Give a whole number above 0."],
  ["attempts as text", { attempts: "5" }, "attempts is \"5\". Give a whole number above 0."],
  [
    "a negative base",
    { base: "-1 second" },
    "base is \"-1 second\". Give a time of 0 or more, below 2^31 ms (24.8 days)."
  ],
  ["a negative number as base", { base: -5 }, "base is -5. Give a time of 0 or more, below 2^31 ms (24.8 days)."],
  ["a base of NaN", { base: NaN }, "base is NaN. Give a time of 0 or more, below 2^31 ms (24.8 days)."],
  [
    "an infinite base",
    { base: "Infinity" },
    "base is \"Infinity\". Give a time of 0 or more, below 2^31 ms (24.8 days)."
  ],
  [
    "a base that is not a duration",
    { base: "soon" },
    "base is \"soon\". Give a time of 0 or more, below 2^31 ms (24.8 days)."
  ],
  ["a negative base in nanoseconds", { base: -5n }, "base is -5. Give a time of 0 or more, below 2^31 ms (24.8 days)."],
  ["a negative factor", { factor: -2 }, "factor is -2. Give a number of 0 or more."],
  ["an infinite factor", { factor: Infinity }, "factor is Infinity. Give a number of 0 or more."],
  [
    "a negative jitter",
    { jitter: { min: -1, max: 1 } },
    "jitter is {\"min\":\"-1\",\"max\":\"1\"}. Give a min of 0 or more, and a max that isn't below it."
  ],
  [
    "a jitter of NaN",
    { jitter: { min: 0.5, max: NaN } },
    "jitter is {\"min\":\"0.5\",\"max\":\"NaN\"}. Give a min of 0 or more, and a max that isn't below it."
  ],
  [
    "a jitter with min above max",
    { jitter: { min: 1.5, max: 0.5 } },
    "jitter is {\"min\":\"1.5\",\"max\":\"0.5\"}. Give a min of 0 or more, and a max that isn't below it."
  ],
  ["a jitter of null", { jitter: null }, "jitter is null. Give a min of 0 or more, and a max that isn't below it."],
  [
    "a perAttempt of 0",
    { perAttempt: 0 },
    "perAttempt is 0. Give a time above 0, below 2^31 ms (24.8 days), or Infinity."
  ],
  [
    "a negative perAttempt",
    { perAttempt: "-30 seconds" },
    "perAttempt is \"-30 seconds\". Give a time above 0, below 2^31 ms (24.8 days), or Infinity."
  ],
  ["a negative longestRetryAfter", { longestRetryAfter: -1 }, "longestRetryAfter is -1. Give a time of 0 or more."],
  [
    "a perAttempt that is not a duration",
    { longestRetryAfter: {}, perAttempt: "never" },
    "perAttempt is \"never\". Give a time above 0, below 2^31 ms (24.8 days), or Infinity."
  ],
  [
    "a base too long for a timer",
    { base: "30 days" },
    "base is \"30 days\". Give a time of 0 or more, below 2^31 ms (24.8 days)."
  ],
  [
    "a perAttempt too long for a timer",
    { perAttempt: 2 ** 31 },
    "perAttempt is 2147483648. Give a time above 0, below 2^31 ms (24.8 days), or Infinity."
  ],
  [
    "a retryable that is not a function",
    { retryable: true },
    "retryable is true. Give a function of a failed attempt."
  ],
  ["a number as schedule", { schedule: 5 }, "schedule is 5. Give a Schedule over failed attempts."],
  ["a schedule of null", { schedule: null }, "schedule is null. Give a Schedule over failed attempts."]
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

describe("invalid retry policy", () => {
  for (const [what, changes, message] of invalid) {
    it.effect(`V3: a retry policy fails with InvalidConfiguration and a suggestion for ${what}`, () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(Effect.scoped(Layer.build(layer(changes as PolicyInput))))

        assert.instanceOf(error, InvalidConfiguration)
        assert.strictEqual(error.message, `retryPolicy.${message}`)
        assert.strictEqual(faultOf(make(changes))?.message, error.message)
      }))
  }

  const parts: ReadonlyArray<readonly [part: string, make: () => unknown, message: string]> = [
    ["backoff without a number", () => backoff({ base: NaN }), "base is NaN"],
    ["backoff back in time", () => backoff({ base: -1 }), "base is -1"],
    ["backoff with an infinite factor", () => backoff({ factor: Infinity }), "factor is Infinity"],
    ["a jitter whose range is reversed", () => jitter({ min: 2, max: 1 }), "jitter is"],
    ["a jitter without a range", () => jitter(null as never), "jitter is null"],
    ["a longest wait without a number", () => honourRetryAfter({ longest: NaN }), "longestRetryAfter is NaN"],
    ["a longest wait that isn't a time", () => honourRetryAfter({ longest: "soon" as never }), "longestRetryAfter is"],
    ["no attempt", () => attempts(0), "attempts is 0"],
    ["half an attempt", () => attempts(1.5), "attempts is 1.5"],
    ["a whole schedule with an invalid number", () => makeSchedule({ attempts: -1 }), "attempts is -1"]
  ]

  for (const [what, make, message] of parts) {
    it(`V3: a part of a schedule throws InvalidConfiguration for ${what}`, () => {
      assert.throws(make, InvalidConfiguration, `retryPolicy.${message}`)
    })
  }

  it.effect("a retry policy inherits missing settings from the defaults or from the enclosing policy", () =>
    Effect.gen(function*() {
      const { schedule } = yield* Effect.provide(RetryPolicy, layer({ attempts: undefined, factor: 3, ...noJitter }))
      const around = make({ attempts: 2, perAttempt: "1 second", ...noJitter })
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
    "V3: every wait of every valid retry policy is at least 0 and fits a timer",
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

  it("C12: the default retry policy has the protocol's values", () => {
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

  it.effect.prop("C2: the n-th backoff lies between 0.5 and 1.5 times 1000 · 2ⁿ ms, in whole milliseconds", {
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

  it.effect("C2: the random backoffs cover the whole range", () =>
    Effect.gen(function*() {
      const first = yield* Effect.forEach(Array.from({ length: 2000 }), () => waits({}, [{}])).pipe(
        Random.withSeed("range")
      )

      assert.isBelow(Math.min(...first.flat()), 510)
      assert.isAbove(Math.max(...first.flat()), 1490)
    }))

  it.effect.prop(
    "C3: the waits between attempts without Retry-After add up to at most 22.5 s",
    { failures: Schema.Array(AnyFailure) },
    ({ failures }) =>
      Effect.gen(function*() {
        const found = yield* waits({}, failures.map((each) => ({ ...each, retryAfterMillis: undefined })))

        assert.isAtMost(found.reduce((sum, wait) => sum + wait, 0), 22_500)
      })
  )

  it.effect.prop(
    "C4: the wait before a retry is at least Retry-After, and always fits a timer",
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

  it.effect("C4: Retry-After replaces the backoff only before the next attempt", () =>
    Effect.gen(function*() {
      const found = yield* waits(noJitter, [
        {},
        { kind: "RateLimited", retryAfterMillis: 17_000 },
        {},
        {}
      ])

      assert.deepStrictEqual(found, [1000, 17_000, 4000, 8000])
    }))

  it.effect("C4: a Retry-After of more than 10 minutes ends the retries", () =>
    Effect.gen(function*() {
      const wait = (millis: number) => waits({}, [{ kind: "RateLimited", retryAfterMillis: millis }])

      assert.deepStrictEqual(yield* wait(600_000), [600_000])
      assert.deepStrictEqual(yield* wait(600_001), [])
    }))

  it.effect("C4: a Retry-After of 0 keeps the backoff", () =>
    Effect.gen(function*() {
      const found = yield* waits(noJitter, nine.map((each) => ({ ...each, kind: "RateLimited", retryAfterMillis: 0 })))

      assert.deepStrictEqual(found, [1000, 2000, 4000, 8000])
    }))

  it.effect("C5: the default retry policy retries 429 and 508 for any method, but lost responses only for idempotent methods", () =>
    Effect.gen(function*() {
      const again = (kind: AttemptFailure["kind"], idempotent: boolean) =>
        Effect.map(waits({}, [{ kind, idempotent }]), (found) => found.length === 1)

      for (const kind of ["RateLimited", "Loop"] as const) {
        assert.isTrue(yield* again(kind, false), kind)
        assert.isTrue(yield* again(kind, true), kind)
      }
      for (const kind of ["ConnectionFailed", "TimedOut"] as const) {
        assert.isFalse(yield* again(kind, false), kind)
        assert.isTrue(yield* again(kind, true), kind)
      }
      assert.isFalse(yield* again("Refused", true))
    }))

  it.effect.prop(
    "C6: the same seed produces the same waits between retries",
    { seed: Schema.String, failures: Schema.Array(AnyFailure) },
    ({ seed, failures }) =>
      Effect.gen(function*() {
        const once = yield* waits({}, failures).pipe(Random.withSeed(seed))
        const again = yield* waits({}, failures).pipe(Random.withSeed(seed))

        assert.deepStrictEqual(once, again)
      })
  )

  it.effect("C7: every setting of a retry policy affects its waits", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* waits(noJitter, nine), [1000, 2000, 4000, 8000])
      assert.deepStrictEqual(yield* waits({ ...noJitter, attempts: 2 }, nine), [1000])
      assert.deepStrictEqual(yield* waits({ ...noJitter, attempts: 1 }, nine), [])
      assert.deepStrictEqual((yield* waits({ ...noJitter, attempts: Infinity }, nine)).length, 9)
      assert.deepStrictEqual(yield* waits({ ...noJitter, base: "3 seconds" }, nine), [3000, 6000, 12_000, 24_000])
      assert.deepStrictEqual(yield* waits({ ...noJitter, factor: 1 }, nine), [1000, 1000, 1000, 1000])
      assert.deepStrictEqual(yield* waits({ ...noJitter, jitter: { min: 2, max: 2 } }, nine), [
        2000,
        4000,
        8000,
        16_000
      ])
      assert.deepStrictEqual(yield* waits({ ...noJitter, retryable: () => false }, nine), [])
      assert.deepStrictEqual(
        yield* waits({ ...noJitter, longestRetryAfter: 1 }, [{ kind: "RateLimited", retryAfterMillis: 2 }]),
        []
      )
    }))
})

describe("custom schedule", () => {
  const patient = Schedule.fibonacci("200 millis").pipe(
    honourRetryAfter({ longest: "1 minute" }),
    Schedule.upTo({ times: 3 })
  )

  it.effect("V2: a retry schedule composed with pipe produces the expected waits", () =>
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

  it.effect("V2: reads and writes can follow different retry schedules", () =>
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

  it.effect("V2: schedules composed with Effect's combinators work as retry policies", () =>
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

  it.effect("V2: a retry schedule's services are provided where its layer is built", () =>
    Effect.gen(function*() {
      const dependent = Schedule.forever.pipe(
        Schedule.modifyDelay(() => Patience),
        Schedule.upTo({ times: 2 })
      )
      const built = layer(dependent).pipe(Layer.provide(Layer.succeed(Patience, Duration.millis(321))))
      const { schedule } = yield* Effect.provide(RetryPolicy, built)

      assert.deepStrictEqual(yield* waitsOf(schedule, nine.map(failure)), [321, 321])
    }))

  it.effect("V2: a retry schedule restarts for each call", () =>
    Effect.gen(function*() {
      const { schedule } = make(patient)

      assert.deepStrictEqual(yield* waitsOf(schedule, nine.map(failure)), [200, 200, 400])
      assert.deepStrictEqual(yield* waitsOf(schedule, nine.map(failure)), [200, 200, 400])
    }))

  it.effect.prop(
    "V3: a retry schedule's invalid waits are clamped to 0 or the maximum of a timer",
    { millis: Schema.Union([Schema.Number, Schema.Literals(["-1 second", "Infinity", "-Infinity", "30 days"])]) },
    ({ millis }) =>
      Effect.gen(function*() {
        const invalidWait = Schedule.recurs(1).pipe(Schedule.modifyDelay(() => Effect.succeed(millis)))
        const [wait] = yield* waits(invalidWait, nine)

        assert.isTrue(Number.isInteger(wait))
        assert.isAtLeast(wait!, 0)
        assert.isBelow(wait!, 2 ** 31)
      })
  )

  /** Schedules built in every way that Effect offers. None of them checks whether a retry is harmless. */
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
    const first = jittered ? Schedule.jittered(simple) : simple
    const other = Schedule.spaced("20 millis")
    const both: Schedule.Schedule<unknown, unknown> = {
      alone: () => first,
      min: () => Schedule.min([first, other]),
      max: () => Schedule.max([first, other]),
      concat: () => Schedule.concat(first, other)
    }[combined]()
    return both
  }

  it.effect.prop(
    "C5: any retry schedule retries only harmless failures: 429, a 508 with the loop marker and lost idempotent requests",
    { given: AnySchedule, failures: Schema.NonEmptyArray(AnyFailure) },
    ({ failures, given }) =>
      Effect.gen(function*() {
        const found = yield* waits(scheduleOf(given), failures)

        for (const { idempotent, kind } of failures.slice(0, found.length)) {
          assert.isTrue(kind === "RateLimited" || kind === "Loop" || (idempotent && kind !== "Refused"))
        }
        assert.lengthOf(yield* waits(scheduleOf(given), [{ kind: "Refused" }]), 0)
        assert.lengthOf(yield* waits(scheduleOf(given), [{ kind: "ConnectionFailed", idempotent: false }]), 0)
        assert.lengthOf(yield* waits(scheduleOf(given), [{ kind: "RateLimited", idempotent: false }]), 1)
      })
  )

  it.effect("C5: a retry policy retries a server error such as a 500 only if `retryable` accepts the error", () =>
    Effect.gen(function*() {
      const schedule = Schedule.spaced("1 second").pipe(attempts(3))
      const refusals = nine.map(() => ({ kind: "Refused", status: 500 } as const))

      assert.deepStrictEqual(yield* waits(schedule, refusals), [])
      assert.deepStrictEqual(
        yield* waits({ schedule, retryable: ({ status }) => status === 500 }, refusals),
        [1000, 1000]
      )
    }))

  it("V3: a value that is not a schedule is rejected as a retry schedule before anything is sent", () => {
    const policy = { schedule: 5 as never, retryable: () => true, perAttempt: "1 second" } as const

    assert.strictEqual(faultOf(policy)?.message, "retryPolicy.schedule is 5. Give a Schedule over failed attempts.")
  })
})
