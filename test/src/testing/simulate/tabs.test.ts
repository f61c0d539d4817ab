/** Tabs of a simulated device: what they share, and what laws see of their sessions. docs/laws.md X2, X4. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { currentUser, signIn, signOut } from "../../../../src/index.ts"
import {
  simulate,
  type SimulatedEnd,
  type SimulatedRequest,
  type Step
} from "../../../../src/testing/simulate/index.ts"

interface Seen {
  readonly requests: ReadonlyArray<SimulatedRequest>
  readonly ends: ReadonlyArray<SimulatedEnd>
}

/** Plays the steps on a laptop with two tabs and on a phone, all of Ada. */
const played = (steps: ReadonlyArray<Step>, latencyMillis = 0) =>
  Effect.gen(function*() {
    let seen: Seen | undefined
    yield* simulate({
      people: ["ada"],
      devices: { laptop: { owner: "ada", tabs: 2 }, phone: { owner: "ada" } },
      app: () => 0,
      actions: {
        loads: () => Effect.ignore(currentUser.get()),
        "signs out": () => signOut(),
        "signs in": (_app, { owner }) => signIn.withPassword(owner)
      },
      laws: { looks: ({ ends, requests }) => void (seen = { ends: [...ends], requests: [...requests] }) },
      replay: { chance: 0, latencyMillis, steps }
    })
    return seen!
  })

const inTab = (tab: number, action: string): Step => ({ action, in: `laptop, tab ${tab}` })

const endsIn = ({ ends }: Seen) => ends.map(({ at, device, entry, tab }) => [tab, device, at, entry.by])

describe("the tabs of a simulated device", () => {
  it.effect("X4: the tabs of a device refresh their session once, and another device refreshes its own", () =>
    Effect.gen(function*() {
      const { requests } = yield* played([
        { fault: "clockSkew", on: "laptop", minutes: 60 },
        { fault: "clockSkew", on: "phone", minutes: 60 },
        inTab(1, "loads"),
        inTab(2, "loads"),
        { action: "loads", in: "phone" },
        { waitSeconds: 6 }
      ], 100)

      const refreshes = requests.filter(({ endpoint }) => endpoint === "oauth.refresh").map(({ device }) => device)
      assert.deepStrictEqual(refreshes, ["laptop", "phone"])
      assert.strictEqual(requests.filter(({ endpoint }) => endpoint === "users.getMe").length, 3)
    }))

  it.effect("X4: a law sees the end of a session in each tab of its device, with its time and its origin", () =>
    Effect.gen(function*() {
      const seen = yield* played([{ waitSeconds: 5 }, inTab(1, "signs out"), { waitSeconds: 5 }])

      assert.deepStrictEqual(endsIn(seen), [
        ["laptop, tab 1", "laptop", 5000, "here"],
        ["laptop, tab 2", "laptop", 5000, "anotherTab"]
      ])
    }))

  it.effect("X4: a law sees the time of an end by the clock of the run, although the clock of the device is wrong", () =>
    Effect.gen(function*() {
      const seen = yield* played([
        { fault: "clockSkew", on: "phone", minutes: -60 },
        { waitSeconds: 1 },
        { action: "signs out", in: "phone" }
      ])

      assert.deepStrictEqual(endsIn(seen), [["phone", "phone", 1000, "here"]])
    }))

  it.effect("X4: a law sees every end, however many sessions a run has, and nothing else", () =>
    Effect.gen(function*() {
      const rounds = 120
      const phone = (action: string): Step => ({ action, in: "phone" })
      const { ends } = yield* played(
        Array.from({ length: rounds }, () => [phone("signs out"), phone("signs in"), phone("loads")]).flat()
      )

      assert.lengthOf(ends, rounds)
      assert.deepStrictEqual([...new Set(ends.map(({ entry }) => `${entry._tag} ${entry.by}`))], ["Ended here"])
    }))
})

describe("the plan of a broken law", () => {
  const steps: ReadonlyArray<Step> = ["x", "y", "x"].map((action) => ({ action, in: "ada" }))

  it.effect("X2: a plan is shortened only as long as it breaks the same law", () =>
    Effect.gen(function*() {
      const broken = yield* Effect.flip(simulate({
        people: ["ada"],
        app: () => 0,
        actions: { x: () => undefined, y: () => undefined },
        faults: [],
        laws: {
          "x and y don't meet": ({ actions }) => new Set(actions.map(({ name }) => name)).size < 2,
          "y needs x": ({ actions, isOver }) => !isOver || actions.length !== 1
        },
        runs: 5
      }))
      assert(broken._tag === "LawBroken")

      assert.strictEqual(broken.law, "x and y don't meet")
      assert.sameMembers(broken.plan.steps.map((step) => Reflect.get(step, "action")), ["x", "y"])
    }))

  it.effect("X3: the plan of a repeated run ends with the step that broke the law", () =>
    Effect.gen(function*() {
      const broken = yield* Effect.flip(simulate({
        people: ["ada"],
        app: () => 0,
        actions: { x: () => undefined, y: () => undefined },
        laws: { "nobody does y": ({ actions }) => actions.every(({ name }) => name !== "y") },
        replay: { chance: 0, latencyMillis: 0, steps }
      }))

      assert.deepNestedPropertyVal(broken, "plan.steps", steps.slice(0, 2))
    }))
})
