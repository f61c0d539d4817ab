import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { SharedRecords } from "../../../layers/fleet/SharedRecords.ts"
import { layer as layerSharedTurns } from "../../../layers/turns/SharedTurns.ts"
import { makeTurns, Turns } from "../../../layers/turns/Turns.ts"
import * as Items from "../../../schemas/endpoints/items.ts"
import { Emulator, type Seed, startEmulator } from "../../../src/emulator/index.ts"
import { serverPayments, serverPaymentsOf } from "../../../src/payments/index.ts"
import { createServer } from "../../../src/promise/index.ts"
import { faultNames, simulate } from "../../../src/testing/simulate/index.ts"
import { pass, sharedStore, until } from "../../support/platform/fleet.ts"
import { overBothTransports } from "../../support/platform/transports.ts"
import { runs } from "../../support/suite/properties.ts"
import { payments } from "../emulator/payments/shop.ts"
import { asServer, emulated } from "../emulator/support/support.ts"

const tokens = { customId: "org:acme", itemId: "tokens" }
const fields = { customerType: "custom" as const, customerId: "org:acme", itemId: "tokens" }

const { increase, tryDecrease } = serverPayments.items

const quantity = Effect.map(asServer(serverPayments.items.get(tokens)), ({ quantity }) => quantity)

const sixTimes = <A, E, R>(change: Effect.Effect<A, E, R>) =>
  Effect.map(
    Effect.forEach(Array(6), () => Effect.result(change), { concurrency: "unbounded" }),
    (results) => results.filter(Result.isSuccess).length
  )

const takeOne = tryDecrease({ ...tokens, by: 1 })

const rawTakeOne = Items.updateQuantity({ ...fields, allowNegative: false, delta: -1 })

const selling: Seed = { payments }

overBothTransports(({ emulated }) => {
  it.effect("all requests that arrive before a late write of the platform overlap", () =>
    Effect.gen(function*() {
      const { faults } = yield* Emulator
      yield* asServer(increase({ ...tokens, by: 3 }))
      faults.add({ times: 6, respond: { type: "lateWrite", duration: "3 seconds" } })
      const taking = yield* Effect.forkChild(asServer(sixTimes(rawTakeOne)), { startImmediately: true })
      yield* until(() => faults.list().length === 0)
      yield* TestClock.adjust("3 seconds")

      assert.strictEqual(yield* Fiber.join(taking), 6)
      assert.strictEqual(yield* quantity, -3)
    }).pipe(Effect.provide(emulated(selling))))
})

describe("overdrafts", () => {
  it.effect("platform revision 2026-04 lets overlapping requests take more credits than there are", () =>
    Effect.gen(function*() {
      yield* asServer(increase({ ...tokens, by: 3 }))

      assert.strictEqual(yield* asServer(sixTimes(rawTakeOne)), 6)
      assert.strictEqual(yield* quantity, -3)
    }).pipe(Effect.provide(emulated(selling))))

  it.effect("C14: of six callers in one process, three take the three credits, and three fail", () =>
    Effect.gen(function*() {
      yield* asServer(increase({ ...tokens, by: 3 }))

      assert.strictEqual(yield* asServer(sixTimes(takeOne)), 3)
      assert.strictEqual(yield* quantity, 0)
    }).pipe(Effect.provide(emulated(selling))))

  it.live("C14: all clients of a process take turns", () =>
    Effect.promise(async () => {
      const { baseUrl, close, project } = await startEmulator(selling)
      const clients = [1, 2, 3].map(() => serverPaymentsOf(createServer({ ...project, baseUrl })).items)
      await clients[0]!.increase({ ...tokens, by: 3 })
      const results = await Promise.allSettled(
        [...clients, ...clients].map((items) => items.tryDecrease({ ...tokens, by: 1 }))
      )

      assert.strictEqual(results.filter(({ status }) => status === "fulfilled").length, 3)
      assert.strictEqual((await clients[0]!.get(tokens)).quantity, 0)
      await close()
    }))

  it.effect("processes without a shared store overdraw", () =>
    Effect.gen(function*() {
      yield* asServer(increase({ ...tokens, by: 1 }))
      const processes = [makeTurns(), makeTurns()].map((turns) =>
        asServer(Effect.provideService(takeOne, Turns, turns))
      )
      yield* Effect.all(processes, { concurrency: "unbounded" })

      assert.strictEqual(yield* quantity, -1)
    }).pipe(Effect.provide(emulated(selling))))

  const Step = Schema.Struct({
    server: Schema.Literals([0, 1, 2]),
    change: Schema.Literals(["tryDecrease", "tryDecrease", "tryDecrease", "increase"]),
    by: Schema.Literals([1, 2, 5]),
    late: Schema.Literals([0, 50, 900]),
    fault: Schema.Literals(["none", "none", "none", "lostBefore", "lostAfter", "interrupted"]),
    then: Schema.Literals([0, 0, 10, 300, 2000])
  })

  it.effect.prop(
    "C14: the servers of a fleet never overdraw, whatever is lost or interrupted, and however late the platform writes",
    { steps: Arbitrary.array(Arbitrary.schema(Step), { minLength: 3, maxLength: 14 }) },
    ({ steps }) =>
      Effect.gen(function*() {
        const emulator = yield* Emulator
        const store = yield* sharedStore
        const fleet = yield* Effect.forEach(Array(3), () =>
          Effect.map(
            Layer.build(
              Layer.fresh(Layer.provide(layerSharedTurns(), Layer.succeed(SharedRecords, store.records)))
            ),
            (context) => Context.get(context as Context.Context<never>, Turns)
          ))
        yield* asServer(increase({ ...tokens, by: 5 }))
        const changes: Array<Fiber.Fiber<unknown>> = []
        let least = 0
        const look = Effect.tap(quantity, (now) => Effect.sync(() => void (least = Math.min(least, now))))
        for (const { by, change, fault, late, server, then } of steps) {
          emulator.faults.add({ times: 1, respond: { type: "lateWrite", duration: late } })
          if (fault === "lostBefore" || fault === "lostAfter") {
            emulator.faults.add({ endpoint: "items.updateQuantity", times: 1, respond: { type: fault } })
          }
          const call = asServer(serverPayments.items[change]({ ...tokens, by })).pipe(
            Effect.provideService(Turns, fleet[server]!),
            Effect.result
          )
          changes.push(
            yield* Effect.forkChild(fault === "interrupted" ? Effect.timeoutOption(call, 30) : call, {
              startImmediately: true
            })
          )
          yield* pass(then)
          yield* look
        }
        while (changes.some((fiber) => fiber.pollUnsafe() === undefined)) yield* pass(500, 250)
        yield* look

        assert.strictEqual(least, 0)
      }).pipe(Effect.scoped, Effect.provide(emulated(selling))),
    { arbitrary: { runs: runs(25) } }
  )

  /** The app is a back end that gives each credit once. */
  const backEnd = (take: Effect.Effect<unknown, unknown, any>) => ({
    people: ["ada"] as const,
    emulator: selling,
    app: () => 0,
    actions: {
      takes: () => take,
      "takes three": () => Effect.all([take, take, take], { concurrency: "unbounded" }),
      adds: () => increase({ ...tokens, by: 2 })
    },
    laws: {
      "no overdraft": ({ emulator }: { readonly emulator: Emulator["Service"] }) => {
        const { payments: { itemChanges } } = emulator.store.projects.get(emulator.project.projectId)!
        return itemChanges.reduce((sum, { delta }) => sum + delta, 0) >= 0
      }
    },
    // a request that reaches the platform after its caller gave up may overlap with the next one
    faults: faultNames.filter((name) => name !== "slowRequest")
  })

  it.effect(
    "C14 X2: a simulated back end never overdraws, and one that sends its changes at once does",
    () =>
      Effect.gen(function*() {
        const options = { runs: 60, steps: 30, hours: 1, seed: "credits" }
        const { requests } = yield* simulate({ ...backEnd(takeOne), ...options })
        const broken = yield* Effect.flip(simulate({ ...backEnd(rawTakeOne), ...options }))

        assert.isAbove(requests, 200)
        assert.propertyVal(broken, "law", "no overdraft")
      })
  )
})
