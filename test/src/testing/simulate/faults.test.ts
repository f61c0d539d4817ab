import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Items from "../../../../schemas/endpoints/items.ts"
import { currentUser, signOut } from "../../../../src/index.ts"
import {
  type FaultName,
  faultNames,
  simulate,
  type SimulatedAction,
  type SimulatedRequest,
  type Step
} from "../../../../src/testing/simulate/index.ts"

/** State at the end of a run. */
interface Seen {
  readonly requests: ReadonlyArray<SimulatedRequest>
  readonly actions: ReadonlyArray<SimulatedAction>
  readonly person: string | undefined
  readonly starts: number
}

/** Plays the steps in a tab of one person. */
const played = (...steps: ReadonlyArray<Step>) =>
  Effect.gen(function*() {
    let seen: Seen | undefined
    let starts = 0
    yield* simulate({
      people: ["ada"],
      app: () => ++starts,
      actions: { loads: () => currentUser.get({ or: "throw" }), "signs out": () => signOut() },
      laws: {
        looks: ({ actions, requests, tabs }) => {
          seen = { actions: [...actions], requests: [...requests], person: tabs[0]!.person()?.name, starts }
        }
      },
      replay: { chance: 0, latencyMillis: 0, steps }
    })
    return seen!
  })

const credits = { customerType: "custom", customerId: "acme", itemId: "tokens", allowNegative: false } as const

const loads: Step = { action: "loads", in: "ada" }

const statuses = ({ requests }: Seen) => requests.map(({ isLost, status }) => isLost ? "lost" : status)

describe("each fault", () => {
  const cases: { readonly [Name in FaultName]: Effect.Effect<void, unknown> } = {
    offline: Effect.map(played({ fault: "offline", on: "ada", seconds: 1 }, loads), (seen) => {
      assert.strictEqual(statuses(seen)[0], "lost")
      assert.strictEqual(statuses(seen).at(-1), 200)
    }),
    lostRequests: Effect.map(
      played({ fault: "lostRequests", on: "ada", requests: 2 }, loads, { waitSeconds: 45 }),
      (seen) => assert.deepStrictEqual(statuses(seen), ["lost", "lost", 200])
    ),
    lostResponses: Effect.map(
      played({ fault: "lostResponses", on: "ada", requests: 1 }, { action: "signs out", in: "ada" }),
      (seen) => {
        assert.strictEqual(statuses(seen)[0], "lost")
        assert.isUndefined(seen.person)
      }
    ),
    slowRequest: Effect.map(
      played({ fault: "slowRequest", on: "ada", seconds: 5 }, loads),
      ({ requests }) => assert.deepStrictEqual(requests.map(({ endedAt, sentAt }) => endedAt! - sentAt), [5000])
    ),
    slowResponse: Effect.map(
      played({ fault: "slowResponse", on: "ada", seconds: 5 }, loads),
      ({ requests }) => assert.deepStrictEqual(requests.map(({ endedAt, sentAt }) => endedAt! - sentAt), [5000])
    ),
    rateLimited: Effect.map(
      played({ fault: "rateLimited", on: "ada", requests: 1, retryAfterSeconds: 5 }, loads),
      (seen) => {
        assert.deepStrictEqual(statuses(seen), [429, 200])
        assert.isAtLeast(seen.requests[1]!.sentAt, 5000)
      }
    ),
    serverErrors: Effect.map(
      played({ fault: "serverErrors", on: "ada", requests: 1 }, loads),
      (seen) => assert.strictEqual(statuses(seen)[0], 503)
    ),
    restart: Effect.map(
      played({ fault: "slowResponse", on: "ada", seconds: 5 }, loads, { fault: "restart", seconds: 1 }),
      (seen) => {
        assert.strictEqual(statuses(seen)[0], "lost")
        assert.strictEqual(statuses(seen).at(-1), 200)
      }
    ),
    clockSkew: Effect.map(
      played({ fault: "clockSkew", on: "ada", minutes: 60 }, loads),
      ({ requests }) =>
        assert.deepStrictEqual(requests.map(({ endpoint }) => endpoint), ["oauth.refresh", "users.getMe"])
    ),
    closedTab: Effect.map(
      played({ fault: "slowResponse", on: "ada", seconds: 5 }, loads, { fault: "closedTab", in: "ada" }),
      ({ actions, starts }) => {
        assert.strictEqual(actions[0]!.result, "interrupted")
        assert.strictEqual(starts, 2)
      }
    ),
    sleep: Effect.map(
      played(
        { fault: "slowResponse", on: "ada", seconds: 1 },
        loads,
        { fault: "sleep", on: "ada", seconds: 60 },
        loads,
        { waitSeconds: 660 }
      ),
      ({ actions }) => assert.deepStrictEqual(actions.map(({ endedAt }) => endedAt), [60_000])
    ),
    revokedSessions: Effect.map(
      played({ fault: "revokedSessions", of: "ada" }, { waitSeconds: 660 }, loads),
      ({ person }) => assert.isUndefined(person)
    ),
    lateWrites: Effect.gen(function*() {
      const quantityAfter = (...steps: ReadonlyArray<Step>) =>
        Effect.gen(function*() {
          let quantity = 0
          yield* simulate({
            people: ["ada"],
            emulator: { payments: { items: { tokens: { customerType: "custom" } } } },
            app: () => Items.updateQuantity({ ...credits, delta: 1 }),
            actions: { takes: () => Items.updateQuantity({ ...credits, delta: -1 }) },
            laws: {
              counts: ({ emulator: { project, store } }) => {
                const { payments: { itemChanges } } = store.projects.get(project.projectId)!
                quantity = itemChanges.reduce((sum, { delta }) => sum + delta, 0)
              }
            },
            replay: { chance: 0, latencyMillis: 0, steps }
          })
          return quantity
        })
      const takes: Step = { action: "takes", in: "ada" }

      assert.strictEqual(yield* quantityAfter(takes, takes), 0)
      assert.strictEqual(yield* quantityAfter({ fault: "lateWrites", changes: 2, seconds: 1 }, takes, takes), -1)
    })
  }

  it("X5: each fault has a test", () => {
    assert.deepStrictEqual(Object.keys(cases).toSorted(), [...faultNames].toSorted())
  })

  for (const name of faultNames) {
    it.effect(`X5: the fault ${name} has the effect that its description promises`, () => cases[name])
  }
})

/** Plays the steps on two devices, whose actions change a quantity without a retry, and returns each device's requests. */
const onTwoDevices = (...steps: ReadonlyArray<Step>) =>
  Effect.gen(function*() {
    let seen: ReadonlyArray<string> = []
    yield* simulate({
      people: ["ada"],
      devices: { phone: { owner: "ada" }, laptop: { owner: "ada" } },
      emulator: { payments: { items: { tokens: { customerType: "custom" } } } },
      app: () => 0,
      actions: { posts: () => Effect.ignore(Items.updateQuantity({ ...credits, delta: 1 })) },
      laws: {
        looks: ({ emulator: { project, store }, requests }) => {
          const { payments: { itemChanges } } = store.projects.get(project.projectId)!
          seen = [
            ...requests.map(({ device, endedAt, isLost, sentAt, status }) =>
              `${device} ${sentAt / 1000}-${Number(endedAt) / 1000}: ${isLost ? "lost" : status}`
            ),
            `${itemChanges.length} changes`
          ]
        }
      },
      replay: { chance: 0, latencyMillis: 0, steps }
    })
    return seen
  })

const posts = (device: string): Step => ({ action: "posts", in: device })

describe("the reach of a fault", () => {
  it.effect("X5: a device without network loses its own connections, and those of other devices stay open", () =>
    Effect.gen(function*() {
      const seen = yield* onTwoDevices(
        { fault: "slowResponse", on: "phone", seconds: 5 },
        { fault: "slowResponse", on: "laptop", seconds: 5 },
        posts("phone"),
        posts("laptop"),
        { waitSeconds: 1 },
        { fault: "offline", on: "phone", seconds: 1 },
        posts("laptop"),
        posts("phone")
      )

      assert.deepStrictEqual(seen, [
        "phone 0-1: lost",
        "laptop 0-5: 200",
        "laptop 1-1: 200",
        "phone 1-1: lost",
        "3 changes"
      ])
    }))

  it.effect("X5: a request that is on its way when its connection breaks never reaches the platform", () =>
    Effect.gen(function*() {
      const seen = yield* onTwoDevices(
        { fault: "slowRequest", on: "phone", seconds: 5 },
        posts("phone"),
        { waitSeconds: 1 },
        { fault: "offline", on: "phone", seconds: 1 },
        { waitSeconds: 6 }
      )

      assert.deepStrictEqual(seen, ["phone 0-1: lost", "0 changes"])
    }))

  it.effect("X5: a fault on the next request doesn't affect a request that was sent before", () =>
    Effect.gen(function*() {
      const seen = yield* onTwoDevices(
        { fault: "slowRequest", on: "phone", seconds: 5 },
        posts("phone"),
        { fault: "serverErrors", on: "phone", requests: 1 },
        { waitSeconds: 6 },
        posts("laptop"),
        posts("phone"),
        posts("phone")
      )

      assert.deepStrictEqual(seen, [
        "phone 0-5: 200",
        "laptop 6-6: 200",
        "phone 6-6: 503",
        "phone 6-6: 200",
        "3 changes"
      ])
    }))

  it.effect("X5: an outage lasts as long as it says, and the network is back as soon as it ends", () =>
    Effect.gen(function*() {
      for (const outage of [{ fault: "offline", on: "phone" }, { fault: "restart" }] as const) {
        const seen = yield* onTwoDevices(
          { ...outage, seconds: 10 },
          { waitSeconds: 9.999 },
          posts("phone"),
          { waitSeconds: 0.001 },
          posts("phone")
        )

        assert.deepStrictEqual(seen, ["phone 9.999-9.999: lost", "phone 10-10: 200", "1 changes"])
      }
    }))

  it.effect("X5: a device that is suspended twice wakes after the longer of both times", () =>
    Effect.gen(function*() {
      for (const [first, second] of [[60, 1], [1, 60]] as const) {
        const seen = yield* onTwoDevices(
          { fault: "sleep", on: "phone", seconds: first },
          { fault: "sleep", on: "phone", seconds: second },
          { waitSeconds: 45 },
          posts("phone"),
          { waitSeconds: 15 },
          posts("phone")
        )

        assert.deepStrictEqual(seen, ["phone 60-60: 200", "1 changes"])
      }
    }))
})

describe("faults that overlap", () => {
  const seconds = Schema.Literals([1, 10, 60])
  const Event = Schema.Union([
    Schema.Struct({ fault: Schema.Literals(["sleep", "offline"]), on: Schema.Literal("ada"), seconds }),
    Schema.Struct({ fault: Schema.Literal("restart"), seconds }),
    Schema.Struct({ waitSeconds: Schema.Literals([1, 10]) }),
    Schema.Struct({ action: Schema.Literal("posts"), in: Schema.Literal("ada") })
  ])

  it.effect.prop(
    "X5: a device stays asleep, or without a network, until the last fault of that kind ends, in any order of faults and waits",
    { steps: Arbitrary.array(Arbitrary.schema(Event), { minLength: 1, maxLength: 12 }) },
    ({ steps }) =>
      Effect.gen(function*() {
        let [now, asleepUntil, cutUntil] = [0, 0, 0]
        const expected: Array<readonly [at: number, isLost: boolean]> = []
        for (const step of steps) {
          if ("waitSeconds" in step) now += step.waitSeconds
          else if ("action" in step) {
            if (now >= asleepUntil) expected.push([now * 1000, now < cutUntil])
          } else if (step.fault === "sleep") asleepUntil = Math.max(asleepUntil, now + step.seconds)
          else cutUntil = Math.max(cutUntil, now + step.seconds)
        }
        let requests: ReadonlyArray<SimulatedRequest> = []

        yield* simulate({
          people: ["ada"],
          app: () => 0,
          // a request that is never repeated
          actions: { posts: () => Effect.ignore(Items.updateQuantity({ ...credits, delta: 1 })) },
          laws: { looks: (world) => void (requests = [...world.requests]) },
          replay: { chance: 0, latencyMillis: 0, steps }
        })

        assert.deepStrictEqual(requests.map(({ isLost, sentAt }) => [sentAt, isLost] as const), expected)
      })
  )
})
