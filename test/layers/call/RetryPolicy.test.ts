import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import {
  type AttemptFailure,
  defaults,
  faultOf,
  layer,
  type Policy,
  retryAfterMillis,
  RetryPolicy,
  schedule
} from "../../../layers/call/RetryPolicy.ts"
import { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"

const runs = { arbitrary: { seed: 9 } }

const AnySetback = Schema.Struct({
  kind: Schema.Literals(["RateLimited", "Loop", "Lost", "TimedOut", "RejectedToken", "Refused"]),
  idempotent: Schema.Boolean,
  retryAfterMillis: Schema.UndefinedOr(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1e12 })))
})

const setback = (fields: Partial<AttemptFailure>): AttemptFailure => ({
  kind: "Lost",
  status: 0,
  code: undefined,
  idempotent: true,
  retryAfterMillis: undefined,
  ...fields
})

/** The waits that a policy makes between attempts that fail like this, in milliseconds. */
const waits = (policy: Policy, setbacks: ReadonlyArray<Partial<AttemptFailure>>) =>
  Effect.gen(function*() {
    const step = yield* Schedule.toStep(schedule(policy))
    const found: Array<number> = []
    for (const fields of setbacks) {
      const next = yield* Effect.result(step(0, setback(fields)))
      if (Result.isFailure(next)) break
      found.push(Duration.toMillis(next.success[1]))
    }
    return found
  })

const nine = Array.from({ length: 9 }, () => setback({}))

/** Values that no policy can go by. */
const faulty: ReadonlyArray<readonly [what: string, changes: { readonly [name: string]: unknown }]> = [
  ["no attempt", { attempts: 0 }],
  ["a negative number of attempts", { attempts: -1 }],
  ["half an attempt", { attempts: 2.5 }],
  ["attempts that are no number", { attempts: NaN }],
  ["attempts that are text", { attempts: "5" }],
  ["a negative base", { base: "-1 second" }],
  ["a base below nothing", { base: -5 }],
  ["a base that is no number", { base: NaN }],
  ["a base without end", { base: "Infinity" }],
  ["a base that is no time", { base: "soon" }],
  ["a negative base in nanoseconds", { base: -5n }],
  ["a negative factor", { factor: -2 }],
  ["a factor without end", { factor: Infinity }],
  ["a negative jitter", { jitter: { min: -1, max: 1 } }],
  ["a jitter that is no number", { jitter: { min: 0.5, max: NaN } }],
  ["a jitter the wrong way round", { jitter: { min: 1.5, max: 0.5 } }],
  ["no jitter at all", { jitter: null }],
  ["no time for an attempt", { perAttempt: 0 }],
  ["a negative time for an attempt", { perAttempt: "-30 seconds" }],
  ["a negative longest Retry-After", { longestRetryAfter: -1 }],
  ["a Retry-After that is no time", { longestRetryAfter: {} as never, perAttempt: "never" }],
  ["nothing that decides", { retryable: true }]
]

const AnyPolicy = Schema.Struct({
  attempts: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 60 })),
  base: Schema.Union([
    Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1e15 })),
    Schema.Literals(["0 millis", "1 second", "30 days", "5 nanos"])
  ]),
  factor: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1e9 })),
  min: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 10 })),
  width: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1e9 }))
})

describe("a policy that cannot work", () => {
  for (const [what, changes] of faulty) {
    it.effect(`V3: with ${what} is refused as InvalidConfiguration where a layer is built with it`, () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(Effect.scoped(Layer.build(layer(changes as Partial<Policy>))))

        assert.instanceOf(error, InvalidConfiguration)
        assert.match(error.setting, /^retryPolicy\./)
      }))
  }

  it.effect("V3: says which value is wrong, and what to give instead", () =>
    Effect.gen(function*() {
      const { message } = yield* Effect.flip(Effect.scoped(Layer.build(layer({ base: "-1 second" }))))

      assert.strictEqual(message, "retryPolicy.base is \"-1 second\". Give 0 or more.")
    }))

  it.effect("leaves what is not given as it is", () =>
    Effect.gen(function*() {
      const policy = yield* Effect.provide(
        RetryPolicy,
        layer({ attempts: undefined, factor: 3 } as unknown as Partial<Policy>)
      )

      assert.deepStrictEqual(policy, { ...defaults, factor: 3 })
    }))
})

describe("RetryPolicy", () => {
  it.effect.prop(
    "V3: every wait of every policy that works is 0 or more and fits a timer",
    { policy: AnyPolicy, setbacks: Schema.Array(AnySetback), seed: Schema.String },
    ({ policy: { min, width, ...rest }, seed, setbacks }) =>
      Effect.gen(function*() {
        const policy: Policy = {
          ...defaults,
          ...rest,
          jitter: { min, max: min + width },
          longestRetryAfter: "Infinity",
          retryable: () => true
        }
        assert.isUndefined(faultOf(policy))

        for (const wait of yield* waits(policy, setbacks).pipe(Random.withSeed(seed))) {
          assert.isAtLeast(wait, 0)
          assert.isBelow(wait, 2 ** 31)
        }
      }),
    runs
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
    { setbacks: Schema.Array(AnySetback) },
    ({ setbacks }) =>
      Effect.gen(function*() {
        assert.isAtMost((yield* waits(defaults, setbacks)).length, 4)
      }),
    runs
  )

  it.effect.prop("C2: the n-th wait lies between 0.5 and 1.5 times 1000 · 2ⁿ ms, in whole milliseconds", {
    seed: Schema.String
  }, ({ seed }) =>
    Effect.gen(function*() {
      const found = yield* waits(defaults, nine).pipe(Random.withSeed(seed))

      assert.strictEqual(found.length, 4)
      found.forEach((wait, n) => {
        assert.isAtLeast(wait, 500 * 2 ** n)
        assert.isAtMost(wait, 1500 * 2 ** n)
        assert.strictEqual(wait, Math.round(wait))
      })
    }), runs)

  it.effect("C2: the waits use the whole range, not a part of it", () =>
    Effect.gen(function*() {
      const first = yield* Effect.forEach(Array.from({ length: 2000 }), () => waits(defaults, [{}])).pipe(
        Random.withSeed("range")
      )

      assert.isBelow(Math.min(...first.flat()), 510)
      assert.isAbove(Math.max(...first.flat()), 1490)
    }))

  it.effect.prop(
    "C3: without Retry-After the waits add up to at most 22.5 s",
    { setbacks: Schema.Array(AnySetback) },
    ({ setbacks }) =>
      Effect.gen(function*() {
        const found = yield* waits(defaults, setbacks.map((each) => ({ ...each, retryAfterMillis: undefined })))

        assert.isAtMost(found.reduce((sum, wait) => sum + wait, 0), 22_500)
      }),
    runs
  )

  it.effect.prop(
    "C4: a wait is no shorter than Retry-After, and always fits a timer",
    { setbacks: Schema.Array(AnySetback), patient: Schema.Boolean },
    ({ patient, setbacks }) =>
      Effect.gen(function*() {
        const policy = patient ? { ...defaults, longestRetryAfter: Duration.infinity } : defaults
        const found = yield* waits(policy, setbacks)

        found.forEach((wait, n) => {
          const { kind, retryAfterMillis = 0 } = setbacks[n]!
          assert.isAtLeast(wait, kind === "RejectedToken" ? 0 : Math.min(retryAfterMillis, 2 ** 31 - 1))
          assert.isBelow(wait, 2 ** 31)
        })
      }),
    runs
  )

  it.effect("C4: Retry-After replaces the back-off of its own wait only", () =>
    Effect.gen(function*() {
      const found = yield* waits({ ...defaults, jitter: { min: 1, max: 1 } }, [
        {},
        { kind: "RateLimited", retryAfterMillis: 17_000 },
        {},
        {}
      ])

      assert.deepStrictEqual(found, [1000, 17_000, 4000, 8000])
    }))

  it.effect("C4: a Retry-After of more than 10 minutes is not waited for", () =>
    Effect.gen(function*() {
      const wait = (millis: number) => waits(defaults, [{ kind: "RateLimited", retryAfterMillis: millis }])

      assert.deepStrictEqual(yield* wait(600_000), [600_000])
      assert.deepStrictEqual(yield* wait(600_001), [])
    }))

  it.effect("C4: a Retry-After of no time at all leaves the back-off as it is", () =>
    Effect.gen(function*() {
      const still = { ...defaults, jitter: { min: 1, max: 1 } }
      const found = yield* waits(still, nine.map((each) => ({ ...each, kind: "RateLimited", retryAfterMillis: 0 })))

      assert.deepStrictEqual(found, [1000, 2000, 4000, 8000])
    }))

  it.effect("C5: 429, 508 and a rejected token are worth another attempt for any method, a lost answer for idempotent ones", () =>
    Effect.gen(function*() {
      const again = (kind: AttemptFailure["kind"], idempotent: boolean) =>
        Effect.map(waits(defaults, [{ kind, idempotent }]), (found) => found.length === 1)

      for (const kind of ["RateLimited", "Loop", "RejectedToken"] as const) {
        assert.isTrue(yield* again(kind, false), kind)
        assert.isTrue(yield* again(kind, true), kind)
      }
      for (const kind of ["Lost", "TimedOut"] as const) {
        assert.isFalse(yield* again(kind, false), kind)
        assert.isTrue(yield* again(kind, true), kind)
      }
      assert.isFalse(yield* again("Refused", true))
    }))

  it.effect("B6: the repeat after a rejected token does not wait and is one of the five", () =>
    Effect.gen(function*() {
      const found = yield* waits({ ...defaults, jitter: { min: 1, max: 1 } }, [{ kind: "RejectedToken" }, ...nine])

      assert.deepStrictEqual(found, [0, 2000, 4000, 8000])
    }))

  it.effect.prop(
    "C6: the same seed gives the same waits",
    { seed: Schema.String, setbacks: Schema.Array(AnySetback) },
    ({ seed, setbacks }) =>
      Effect.gen(function*() {
        const once = yield* waits(defaults, setbacks).pipe(Random.withSeed(seed))
        const again = yield* waits(defaults, setbacks).pipe(Random.withSeed(seed))

        assert.deepStrictEqual(once, again)
      }),
    runs
  )

  it.effect("C7: every number of the policy shows in the schedule", () =>
    Effect.gen(function*() {
      const still = { ...defaults, jitter: { min: 1, max: 1 } }

      assert.deepStrictEqual(yield* waits(still, nine), [1000, 2000, 4000, 8000])
      assert.deepStrictEqual(yield* waits({ ...still, attempts: 2 }, nine), [1000])
      assert.deepStrictEqual(yield* waits({ ...still, attempts: 1 }, nine), [])
      assert.deepStrictEqual(yield* waits({ ...still, attempts: 0 }, nine), [])
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

describe("retryAfterMillis", () => {
  const now = Date.parse("Sun, 06 Nov 1994 08:49:30 GMT")

  const table: ReadonlyArray<readonly [law: string, header: string | null, expected: number | undefined]> = [
    ["B8: seconds", "3", 3000],
    ["B8: seconds with a fraction", "1.5", 1500],
    ["B9: 0", "0", 0],
    ["B9: an HTTP date", "Sun, 06 Nov 1994 08:49:37 GMT", 7000],
    ["B9: an HTTP date of RFC 850", "Sunday, 06-Nov-94 08:49:37 GMT", 7000],
    ["B9: an HTTP date of asctime, which is in UTC though it does not say so", "Sun Nov  6 08:49:37 1994", 7000],
    ["B9: a date in the past", "Sun, 06 Nov 1994 08:00:00 GMT", 0],
    ["B9: a negative number", "-5", undefined],
    ["B9: a number with an exponent", "1e12", undefined],
    ["B9: a number beyond any wait", "1000000000000", 1e15],
    ["B9: Infinity", "Infinity", undefined],
    ["B9: NaN", "NaN", undefined],
    ["B9: garbage", "soon", undefined],
    ["B9: something that looks like a date", "Sun, 99 Foo 1994 08:49:37 GMT", undefined],
    ["B9: nothing at all", "", undefined],
    ["B10: no header", null, undefined],
    ["A8: two values", "3, 60", 3000],
    ["A8: garbage, then a value", "soon, 60", 60_000],
    ["A8: a date, then a value", "Sun, 06 Nov 1994 08:49:37 GMT, 5", 7000],
    ["A8: a value, then a date", "5, Sun, 06 Nov 1994 08:49:37 GMT", 5000],
    ["A8: garbage, then a date", "soon, Sun, 06 Nov 1994 08:49:37 GMT", 7000]
  ]

  for (const [law, header, expected] of table) {
    it(`${law} asks for ${expected === undefined ? "nothing readable" : `${expected} ms`}`, () => {
      assert.strictEqual(retryAfterMillis(header, now), expected)
    })
  }

  for (const skew of [-86_400_000, -1_800_000, 0, 1_800_000, 86_400_000]) {
    it(`F1: a date counts from the answer's own date, with the clock here off by ${skew / 1000} s`, () => {
      const until = "Sun, 06 Nov 1994 08:49:37 GMT"

      for (const date of ["Sun, 06 Nov 1994 08:49:35 GMT", "Sun Nov  6 08:49:35 1994"]) {
        assert.strictEqual(retryAfterMillis(until, now + skew, date), 2000)
      }
    })
  }

  for (const date of [null, "", "5", "yesterday", "Sun, 99 Foo 1994 08:49:35 GMT"]) {
    it(`F4: beside the date ${JSON.stringify(date)} a date counts from the clock here, and for 10 minutes at most`, () => {
      assert.strictEqual(retryAfterMillis("Sun, 06 Nov 1994 08:59:30 GMT", now, date), 600_000)
      assert.strictEqual(retryAfterMillis("Sun, 06 Nov 1994 08:59:31 GMT", now, date), undefined)
    })
  }

  it("F3: dates are read the same in every time zone", () => {
    const before = process.env["TZ"]
    for (const zone of ["America/New_York", "Asia/Kathmandu"]) {
      process.env["TZ"] = zone
      for (const [law, header, expected] of table) assert.strictEqual(retryAfterMillis(header, now), expected, law)
    }
    if (before === undefined) delete process.env["TZ"]
    else process.env["TZ"] = before
  })

  it("B9: a header of 100,000 characters is read at once", () => {
    for (
      const header of [",", " ", "a", "1", "Sun, ", "Sun ", ", a"].map((part) => part.repeat(100_000 / part.length))
    ) {
      const started = performance.now()
      retryAfterMillis(header, now)
      assert.isBelow(performance.now() - started, 1000) // minutes, were it not linear
    }
  })
})
