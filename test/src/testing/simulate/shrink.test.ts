import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { shrink } from "../../../../src/testing/simulate/shrink.ts"
import {
  type FaultName,
  faultNames,
  latencies,
  type Plan,
  plans,
  simpler,
  type Step
} from "../../../../src/testing/simulate/steps.ts"

const names = {
  actions: ["reads", "writes"],
  devices: ["phone", "laptop"],
  tabs: ["phone", "laptop, tab 1"],
  people: ["ada", "ben"],
  faults: faultNames
}

/** What a fault affects, and how much. */
const fieldsOfFaults: { readonly [Name in FaultName]: string } = {
  offline: "on seconds",
  lostRequests: "on requests",
  lostResponses: "on requests",
  slowRequest: "on seconds",
  slowResponse: "on seconds",
  rateLimited: "on requests retryAfterSeconds",
  serverErrors: "on requests",
  restart: "seconds",
  clockSkew: "on minutes",
  closedTab: "in",
  sleep: "on seconds",
  revokedSessions: "of",
  lateWrites: "changes seconds"
}

const waitOf = (waitSeconds: number): Step => ({ waitSeconds })

const seconds = ({ steps }: Plan): ReadonlyArray<number> =>
  steps.map((step) => "waitSeconds" in step ? step.waitSeconds : 0)

describe("shrink", () => {
  const waits = Schema.Literals([1, 6, 45, 660, 3600])

  it.effect.prop(
    "X2: a shrunk plan has the result, only the steps that the result needs, and the simplest values",
    {
      steps: Arbitrary.array(Arbitrary.schema(waits), { minLength: 1, maxLength: 20 }),
      needed: Arbitrary.array(Arbitrary.schema(waits), { maxLength: 3 }),
      latencyMillis: Arbitrary.schema(Schema.Literals(latencies)),
      neededLatency: Arbitrary.schema(Schema.Literals(latencies))
    },
    ({ latencyMillis, needed, neededLatency, steps }) =>
      Effect.gen(function*() {
        /** The result: for each needed wait, a wait of at least this time, in order, and enough latency. */
        const hasResult = (plan: Plan): boolean => {
          let left = needed
          for (const wait of seconds(plan)) if (left[0] !== undefined && wait >= left[0]) left = left.slice(1)
          return left.length === 0 && plan.latencyMillis >= neededLatency
        }
        const plan: Plan = { chance: 5, latencyMillis, steps: steps.map(waitOf) }
        if (!hasResult(plan)) return
        let played = 0

        const found = yield* shrink(
          { plan, result: "broken" },
          (plan) => Effect.sync(() => (played++, hasResult(plan) ? { plan, result: "broken" } : undefined)),
          simpler(names)
        )

        assert.deepStrictEqual(found, {
          plan: { chance: 0, latencyMillis: neededLatency, steps: needed.map(waitOf) },
          result: "broken"
        })
        assert.isAtMost(played, 20 * (steps.length + 2))
      })
  )

  it.effect("X2: shrink keeps the shorter plan that an attempt returns, and a plan that can't be shortened", () =>
    Effect.gen(function*() {
      const plan: Plan = { chance: 1, latencyMillis: 0, steps: [1, 6, 45, 660].map(waitOf) }
      const short: Plan = { ...plan, steps: [] }
      const returned = yield* shrink({ plan, result: 1 }, () => Effect.succeed({ plan: short, result: 2 }), () => [])
      const kept = yield* shrink({ plan, result: 1 }, () => Effect.succeed(undefined), simpler(names))

      assert.deepStrictEqual(returned, { plan: short, result: 2 })
      assert.deepStrictEqual(kept, { plan, result: 1 })
    }))
})

/** Shrinks a plan of waits, whose result depends on its waits, and counts the plans that are played. */
const shrunk = (waits: ReadonlyArray<number>, hasResult: (waits: ReadonlyArray<number>) => boolean) =>
  Effect.gen(function*() {
    let played = 0
    const plan: Plan = { chance: 0, latencyMillis: 0, steps: waits.map(waitOf) }
    const found = yield* shrink(
      { plan, result: "broken" },
      (plan) => Effect.sync(() => (played++, hasResult(seconds(plan)) ? { plan, result: "broken" } : undefined)),
      simpler(names)
    )
    return { played, waits: seconds(found.plan) }
  })

describe("the order in which shrink tries plans", () => {
  it.effect("X2: shrink plays at most 40 plans to find the one step of 60 that a result needs, wherever the step is", () =>
    Effect.gen(function*() {
      for (let at = 0; at < 60; at++) {
        const waits = Array.from({ length: 60 }, (_, index) => index === at ? 3600 : 1)

        const found = yield* shrunk(waits, (waits) => waits.includes(3600))

        assert.deepStrictEqual(found.waits, [3600])
        assert.isAtMost(found.played, 40)
      }
    }))

  it.effect("X2: shrink leaves out a step that is needed only because of an earlier step", () =>
    Effect.gen(function*() {
      // steps without simpler values
      const steps: ReadonlyArray<Step> = [
        { fault: "offline", on: "phone", seconds: 1 },
        { action: "reads", in: "phone" },
        { waitSeconds: 1 }
      ]
      const hasResult = ({ steps }: Plan) =>
        steps.some((step) => "waitSeconds" in step)
        && (steps.some((step) => "action" in step) || !steps.some((step) => "fault" in step))

      const { plan } = yield* shrink(
        { plan: { chance: 0, latencyMillis: 0, steps }, result: "broken" },
        (plan) => Effect.succeed(hasResult(plan) ? { plan, result: "broken" } : undefined),
        simpler(names)
      )

      assert.deepStrictEqual(plan.steps, [{ waitSeconds: 1 }])
    }))

  it.effect("X2: shrink leaves out a step that is needed only until another step has a simpler value", () =>
    Effect.gen(function*() {
      const { waits } = yield* shrunk(
        [660, 3600],
        ([first = 0, ...others]) => first > 0 && (first === 1 || others.includes(3600))
      )

      assert.deepStrictEqual(waits, [1])
    }))

  it.effect("X2: shrink takes the simplest value that has the result, and then tries the next step", () =>
    Effect.gen(function*() {
      const { played, waits } = yield* shrunk([3600, 3600], ([first = 0, second = 0]) => first >= 6 && second >= 45)

      assert.deepStrictEqual(waits, [6, 45])
      assert.isAtMost(played, 16)
    }))

  it.effect.prop(
    "X2: shrink never plays the plan that it already has, even if a plan ends earlier than its steps",
    {
      waits: Arbitrary.array(Arbitrary.schema(Schema.Literals([1, 6, 45, 660, 3600])), { minLength: 1, maxLength: 20 }),
      least: Schema.Literals([1, 6, 45])
    },
    ({ least, waits }) =>
      Effect.gen(function*() {
        const plan: Plan = { chance: 5, latencyMillis: 100, steps: waits.map(waitOf) }
        if (!waits.some((wait) => wait >= least)) return
        let best = plan

        const found = yield* shrink(
          { plan, result: "broken" },
          (tried) =>
            Effect.sync(() => {
              assert.notDeepEqual(tried, best)
              // the result comes with the first wait that is long enough
              const at = seconds(tried).findIndex((wait) => wait >= least)
              if (at === -1) return undefined
              best = { ...tried, steps: tried.steps.slice(0, at + 1) }
              return { plan: best, result: "broken" }
            }),
          simpler(names)
        )

        assert.deepStrictEqual(seconds(found.plan), [least])
      })
  )
})

describe("the steps of plans", () => {
  it.effect("X1: plans with the same seed are equal, contain every kind of step, and stay within their size", () =>
    Effect.gen(function*() {
      const options = { count: 200, size: 12, seed: "a seed" }
      const made = yield* plans(names, options)

      assert.deepStrictEqual(made, yield* plans(names, options))
      assert.notDeepEqual(made, yield* plans(names, { ...options, seed: "another" }))
      assert.lengthOf(made, 200)
      assert.isTrue(
        made.every(({ chance, steps }) => steps.length >= 1 && steps.length <= 12 && chance >= 0 && chance < 1000)
      )
      assert.sameMembers([...new Set(made.map(({ latencyMillis }) => latencyMillis))], latencies)
      const all = made.flatMap(({ steps }) => steps)
      const found = new Set(all.flatMap((step) => "fault" in step ? [step.fault] : []))
      assert.sameMembers([...found], [...faultNames])
      const share = (is: (step: Step) => boolean) => all.filter(is).length / all.length
      assert.closeTo(share((step) => "action" in step), 0.4, 0.05)
      assert.closeTo(share((step) => "waitSeconds" in step), 0.2, 0.05)
      const fieldsOf = (name: string) =>
        new Set(all.filter((step) => "fault" in step && step.fault === name).map((step) => Object.keys(step).join(" ")))
      assert.deepStrictEqual(
        Object.fromEntries(faultNames.map((name) => [name, [...fieldsOf(name)]])),
        Object.fromEntries(Object.entries(fieldsOfFaults).map(([name, fields]) => [name, [`fault ${fields}`.trim()]]))
      )
      const minutes = all.flatMap((step) => "minutes" in step ? [step.minutes] : [])
      assert.strictEqual(new Set(minutes).size, 6)
      assert.isTrue(minutes.every((each) => [1, 9, 60].includes(Math.abs(each))))
    }))

  it.effect("X2: a simpler step differs in one value, and repeated simplification ends with a step that can't be simplified", () =>
    Effect.gen(function*() {
      const simplerThan = simpler(names)
      for (const { steps } of yield* plans(names, { count: 50, size: 12, seed: 1 })) {
        for (let step of steps) {
          for (let rounds = 0;; rounds++) {
            const found = simplerThan(step)
            for (const each of found) {
              const changed = Object.entries(each).filter(([name, value]) => value !== Reflect.get(step, name))
              assert.lengthOf(changed, 1)
              assert.sameMembers(Object.keys(each), Object.keys(step))
            }
            if (found.length === 0) break
            assert.isBelow(rounds, 20)
            step = found.at(-1)!
          }
        }
      }
      assert.deepStrictEqual(simplerThan({ fault: "offline", on: "laptop", seconds: 60 }), [
        { fault: "offline", on: "phone", seconds: 60 },
        { fault: "offline", on: "laptop", seconds: 1 },
        { fault: "offline", on: "laptop", seconds: 10 }
      ])
      assert.deepStrictEqual(simplerThan({ action: "unknown", in: "phone" }), [])
    }))
})
