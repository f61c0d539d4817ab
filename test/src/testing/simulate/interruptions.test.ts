import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { currentUser } from "../../../../src/index.ts"
import { simulate } from "../../../../src/testing/simulate/index.ts"

const simulation = (counts: { open: number; opened: number; working: number }, onOpen = () => {}) =>
  simulate({
    people: ["ada"],
    devices: { laptop: { owner: "ada", tabs: 2 } },
    app: () =>
      Effect.acquireRelease(
        Effect.sync(() => {
          counts.open++
          counts.opened++
          onOpen()
        }),
        () => Effect.sync(() => void counts.open--)
      ),
    actions: {
      reads: () => currentUser.get(),
      works: () =>
        Effect.suspend(() => {
          counts.working++
          return Effect.ensuring(Effect.sleep("1 hour"), Effect.sync(() => void counts.working--))
        })
    },
    laws: {},
    replay: {
      chance: 0,
      latencyMillis: 100,
      steps: [
        { action: "reads", in: "laptop, tab 1" },
        { action: "works", in: "laptop, tab 2" },
        { waitSeconds: 6 },
        { fault: "closedTab", in: "laptop, tab 2" },
        { action: "works", in: "laptop, tab 1" },
        { waitSeconds: 45 }
      ]
    }
  })

describe("effects that clean up", () => {
  const cleaningUp = (cleaned: Array<string>, law: () => boolean) =>
    simulate({
      people: ["ada"],
      app: () => "no state",
      actions: {
        works: (_app, { name }) =>
          Effect.onInterrupt(Effect.sleep("1 hour"), () =>
            Effect.andThen(Effect.sleep("10 seconds"), Effect.sync(() => void cleaned.push(name))))
      },
      laws: { law },
      replay: {
        chance: 0,
        latencyMillis: 0,
        steps: [
          { action: "works", in: "ada" },
          { fault: "closedTab", in: "ada" },
          { waitSeconds: 20 },
          { action: "works", in: "ada" },
          { waitSeconds: 1 }
        ]
      }
    })

  it.effect("an effect that needs time to clean up delays neither the tab that opens again nor the end of a run", () =>
    Effect.gen(function*() {
      const cleaned: Array<string> = []

      yield* cleaningUp(cleaned, () => true)

      assert.deepStrictEqual(cleaned, ["ada", "ada"])
    }))

  it.effect("a broken law ends the run of an effect that needs time to clean up", () =>
    Effect.gen(function*() {
      const cleaned: Array<string> = []

      const error = yield* Effect.flip(cleaningUp(cleaned, () => cleaned.length === 0))

      assert.strictEqual(error._tag, "LawBroken")
    }))
})

describe("an interrupted simulation", () => {
  it.effect("a simulation that is interrupted at any step closes every app that it opened, and ends their effects", () =>
    Effect.gen(function*() {
      const counts = { open: 0, opened: 0, working: 0 }
      let isOver = false
      for (let steps = 0; !isOver; steps = Math.ceil(steps * 1.15) + 1) {
        const fiber = yield* Effect.forkChild(simulation(counts), { startImmediately: true })
        for (let step = 0; step < steps && fiber.pollUnsafe() === undefined; step++) yield* Effect.yieldNow
        isOver = fiber.pollUnsafe() !== undefined

        yield* Fiber.interrupt(fiber)

        assert.deepInclude(counts, { open: 0, working: 0 }, `after ${steps} steps`)
      }
    }))

  it.effect("a simulation that is interrupted while it opens the first app, the second app or an app again closes all apps", () =>
    Effect.gen(function*() {
      for (const apps of [1, 2, 3]) {
        const counts = { open: 0, opened: 0, working: 0 }
        const opened = yield* Deferred.make<void>()
        const onOpen = () => {
          if (counts.opened === apps) Deferred.doneUnsafe(opened, Effect.void)
        }
        const fiber = yield* Effect.forkChild(simulation(counts, onOpen), { startImmediately: true })
        yield* Deferred.await(opened)

        const exit = yield* Effect.andThen(Fiber.interrupt(fiber), Fiber.await(fiber))

        assert.isTrue(Exit.hasInterrupts(exit))
        assert.deepInclude(counts, { open: 0, working: 0 }, `after ${apps} apps`)
      }
    }))
})
