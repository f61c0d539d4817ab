import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { simulate } from "../../../../src/testing/simulate/index.ts"
import { faultNames } from "../../../../src/testing/simulate/steps.ts"

/** Runs a simulation with changed options, and counts the apps that start. */
const simulated = (changes: object) => {
  let started = 0
  const options = {
    people: ["ada"],
    devices: { phone: { owner: "ada", tabs: 2 } },
    app: () => started++,
    actions: { rests: () => undefined },
    laws: {},
    runs: 1,
    steps: 2
  }
  return Effect.map(
    Effect.result(simulate({ ...options, ...changes } as typeof options)),
    (result) => ({ result, started })
  )
}

const planOf = (...steps: ReadonlyArray<unknown>) => ({ chance: 0, latencyMillis: 0, steps })

const inTab = { in: "phone, tab 1" }

const aCount = "isn't a whole number above 0. Pass a number from 1 to 4294967295."
const unknown = (name: string, known: string) =>
  `refers to "${name}", which isn't in the simulation. Use one of these: ${known}.`
const aPlan = "replay isn't a plan. Pass the plan of a LawBroken."
const aStep = (step: number) =>
  `replay has a step ${step} with missing or invalid values. Pass the plan of a LawBroken.`
const kinds = faultNames.join(", ")

/** Changed options, and the message about them. */
const cases: ReadonlyArray<readonly [changes: object, message: string]> = [
  [{ people: [] }, "people is empty. Add at least one."],
  [{ people: ["ada", "ben", "ada"] }, "people has \"ada\" twice. Use each name once."],
  [{ actions: {} }, "actions is empty. Add at least one."],
  [{ devices: {} }, "devices is empty. Add at least one."],
  [{ devices: { phone: { owner: "ada" }, tablet: { owner: "eve" } } }, `devices ${unknown("eve", "ada")}`],
  [
    { devices: { phone: { owner: "ada", tabs: 2 }, "phone, tab 2": { owner: "ada" } } },
    "devices has \"phone, tab 2\" twice. Use each name once."
  ],
  ...[0, -1, 1.5, NaN, Infinity, "2", null].flatMap((value) =>
    [
      [{ devices: { phone: { owner: "ada", tabs: value } } }, `devices.tabs ${aCount}`],
      [{ runs: value }, `runs ${aCount}`],
      [{ steps: value }, `steps ${aCount}`]
    ] as const
  ),
  [{ steps: 2 ** 32 }, `steps ${aCount}`],
  ...[0, -1, NaN].map((hours) =>
    [{ hours }, "hours isn't a number above 0. Pass the number of virtual hours per run."] as const
  ),
  [{ faults: ["offline", "flood"] }, `faults ${unknown("flood", kinds)}`],
  ...[
    null,
    7,
    "plan",
    {},
    { ...planOf(), chance: NaN },
    { ...planOf(), latencyMillis: -1 },
    { ...planOf(), latencyMillis: NaN },
    { ...planOf(), latencyMillis: Infinity },
    { chance: 0, latencyMillis: 0 },
    { latencyMillis: 0, steps: [] },
    { chance: 0, steps: [] }
  ].map((replay) => [{ replay }, aPlan] as const),
  [{ replay: planOf({ action: "flies", ...inTab }) }, `replay ${unknown("flies", "rests")}`],
  [{ replay: planOf({ action: "rests", in: "phone" }) }, `replay ${unknown("phone", "phone, tab 1, phone, tab 2")}`],
  [{ replay: planOf({ fault: "offline", on: "laptop", seconds: 1 }) }, `replay ${unknown("laptop", "phone")}`],
  [{ replay: planOf({ fault: "revokedSessions", of: "eve" }) }, `replay ${unknown("eve", "ada")}`],
  [{ replay: planOf({ fault: "flood", on: "phone" }) }, `replay ${unknown("flood", kinds)}`],
  ...[
    null,
    "rests",
    {},
    { action: "rests" },
    inTab,
    { waitSeconds: -1 },
    { waitSeconds: NaN },
    { waitSeconds: "1" },
    { fault: "offline", seconds: 1 },
    { fault: "offline", on: "phone" },
    { fault: "offline", on: "phone", seconds: -1 },
    { fault: "lostRequests", on: "phone", requests: 0 },
    { fault: "lostRequests", on: "phone", requests: 1.5 },
    { fault: "lateWrites", changes: 0, seconds: 1 },
    { fault: "clockSkew", on: "phone", minutes: Infinity },
    { fault: "closedTab" },
    { fault: "revokedSessions" }
  ].map((step) => [{ replay: planOf({ waitSeconds: 1 }, step) }, aStep(2)] as const)
]

describe("the options of simulate", () => {
  for (const [changes, message] of cases) {
    it.effect(`X9: simulate fails with InvalidConfiguration and starts no app for ${JSON.stringify(changes, numbersAsText)}`, () =>
      Effect.gen(function*() {
        const { result, started } = yield* simulated(changes)

        assert(result._tag === "Failure")
        assert.strictEqual(result.failure._tag, "InvalidConfiguration")
        assert.strictEqual(result.failure.message, message)
        assert.strictEqual(started, 0)
      }))
  }

  it.effect("X3 X9: a replay may have numbers that generated plans never have, and a run may end at any hour", () =>
    Effect.gen(function*() {
      const steps = [
        { action: "rests", ...inTab },
        { waitSeconds: 0 },
        { waitSeconds: 0.5 },
        { fault: "clockSkew", on: "phone", minutes: -7 },
        { fault: "lostRequests", on: "phone", requests: 9 },
        { fault: "offline", on: "phone", seconds: 0 }
      ]
      for (const hours of [0.1, Infinity]) {
        const { result, started } = yield* simulated({ hours, replay: { chance: -3, latencyMillis: 7, steps } })

        assert.strictEqual(result._tag, "Success")
        assert.strictEqual(started, 2)
      }
    }))

  /** Index of a value, because a schema's literals can't be `NaN`. */
  const anything = Schema.Literals(values.map((_, index) => index))
  const Options = Schema.Struct({
    people: Schema.optionalKey(Schema.Array(Schema.Literals(["ada", "ben"]))),
    runs: Schema.optionalKey(anything),
    steps: Schema.optionalKey(anything),
    hours: Schema.optionalKey(anything),
    replay: Schema.optionalKey(Schema.Struct({
      chance: anything,
      latencyMillis: anything,
      steps: Schema.Array(Schema.Struct({
        action: Schema.optionalKey(anything),
        fault: Schema.optionalKey(Schema.Literals([...faultNames, "flood"])),
        in: Schema.optionalKey(anything),
        on: Schema.optionalKey(anything),
        of: Schema.optionalKey(anything),
        seconds: Schema.optionalKey(anything),
        requests: Schema.optionalKey(anything),
        minutes: Schema.optionalKey(anything),
        waitSeconds: Schema.optionalKey(anything)
      }))
    }))
  })

  it.effect.prop(
    "X9: simulate never dies, whatever its options are",
    { options: Arbitrary.schema(Options) },
    ({ options }) =>
      Effect.map(simulated(valuesIn(options) as object), ({ result, started }) => {
        assert.isTrue(result._tag === "Success" ? started > 0 : started === 0)
      })
  )
})

const values = [-1, 0, 1, 2, NaN, Infinity, 0.5, null, undefined, true, "", "ada", "phone", "phone, tab 1", "rests"]

/** Replaces indexes with values, at any depth. */
const valuesIn = (indexes: unknown): unknown =>
  typeof indexes === "number"
    ? values[indexes]
    : Array.isArray(indexes)
    ? indexes.map(valuesIn)
    : typeof indexes === "object" && indexes !== null
    ? Object.fromEntries(Object.entries(indexes).map(([name, index]) => [name, valuesIn(index)]))
    : indexes

function numbersAsText(_key: string, value: unknown): unknown {
  return typeof value === "number" ? String(value) : value
}
