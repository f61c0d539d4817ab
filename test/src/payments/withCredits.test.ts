import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { SharedRecords } from "../../../layers/fleet/SharedRecords.ts"
import { layer as layerSharedTurns } from "../../../layers/turns/SharedTurns.ts"
import { Turns } from "../../../layers/turns/Turns.ts"
import { Emulator, type Seed } from "../../../src/emulator/index.ts"
import { CreditsNotGivenBack, serverPayments, withCredits } from "../../../src/payments/index.ts"
import { pass, sharedStore } from "../../support/platform/fleet.ts"
import { overBothTransports } from "../../support/platform/transports.ts"
import { runs } from "../../support/suite/properties.ts"
import { payments } from "../emulator/payments/shop.ts"
import { asServer, emulated } from "../emulator/support/support.ts"

const tokens = { customId: "org:acme", itemId: "tokens" }

const selling: Seed = { payments }

const quantity = Effect.map(asServer(serverPayments.items.get(tokens)), ({ quantity }) => quantity)

const give = (by: number) => asServer(serverPayments.items.increase({ ...tokens, by }))

overBothTransports(({ emulated }) => {
  it.effect("credits-1: withCredits keeps the credits of work that succeeds, and refunds those of work that doesn't", () =>
    Effect.gen(function*() {
      yield* give(5)
      const spend = withCredits(tokens, 2)

      assert.strictEqual(yield* asServer(spend(Effect.succeed("done"))), "done")
      assert.strictEqual(yield* quantity, 3)
      assert.strictEqual(yield* asServer(Effect.flip(spend(Effect.fail("failed")))), "failed")
      const died = yield* asServer(Effect.exit(spend(Effect.die("died"))))
      assert.strictEqual(Exit.isFailure(died) && Cause.squash(died.cause), "died")
      assert.strictEqual(yield* quantity, 3)
      const started = yield* Deferred.make<void>()
      const endless = Effect.andThen(Deferred.succeed(started, void 0), Effect.never)
      const work = yield* Effect.forkChild(asServer(spend(endless)))
      yield* Deferred.await(started)
      const during = yield* quantity
      yield* Fiber.interrupt(work)
      assert.deepStrictEqual([during, yield* quantity], [1, 3])
    }).pipe(Effect.provide(emulated(selling))))

  it.effect("credits-1: without enough credits, the work doesn't start", () =>
    Effect.gen(function*() {
      yield* give(1)
      let started = false
      const spend = withCredits(tokens, 2)(Effect.sync(() => void (started = true)))
      const error = yield* Effect.flip(asServer(spend))

      assert.propertyVal(error, "_tag", "ItemQuantityInsufficientAmount")
      assert.isFalse(started)
      assert.strictEqual(yield* quantity, 1)
    }).pipe(Effect.provide(emulated(selling))))
})

describe("credits", () => {
  it.effect("credits-1: an invalid amount is rejected before any request, and the work doesn't start", () =>
    Effect.gen(function*() {
      const { requests } = yield* Emulator
      for (const amount of [0, -1, 1.5, NaN, Infinity]) {
        const error = yield* Effect.flip(asServer(withCredits(tokens, amount)(Effect.die("started"))))

        assert.nestedPropertyVal(error, "reason._tag", "InvalidInput")
      }
      assert.deepStrictEqual(requests.list(), [])
    }).pipe(Effect.provide(emulated(selling))))

  it.effect("credits-2: of twenty concurrent callers, exactly as many succeed as the credits allow", () =>
    Effect.gen(function*() {
      yield* give(7)
      const all = yield* asServer(Effect.forEach(
        Array.from({ length: 20 }),
        () => Effect.option(withCredits(tokens, 2)(Effect.yieldNow)),
        { concurrency: "unbounded" }
      ))

      assert.strictEqual(all.filter(Option.isSome).length, 3)
      assert.strictEqual(yield* quantity, 1)
    }).pipe(Effect.provide(emulated(selling))))

  it.effect("credits-3: if a refund fails, its error is added to the work's own failure, and names the amount", () =>
    Effect.gen(function*() {
      yield* give(3)
      const { faults } = yield* Emulator
      const work = Effect.andThen(
        Effect.sync(() => faults.add({ endpoint: "items.updateQuantity", respond: "drop" })),
        Effect.fail("failed")
      )
      const exit = yield* asServer(Effect.exit(withCredits(tokens, 2)(work)))
      faults.clear()
      const errors = Exit.isFailure(exit) ? exit.cause.reasons.filter(Cause.isFailReason).map(({ error }) => error) : []

      assert.strictEqual(errors[0], "failed")
      assert.instanceOf(errors[1], CreditsNotGivenBack)
      assert.include(errors[1], { amount: 2, itemId: "tokens", customerType: "custom", customerId: "org:acme" })
      assert.strictEqual(yield* quantity, 1)
    }).pipe(Effect.provide(emulated(selling))))

  const Step = Schema.Struct({
    server: Schema.Literals([0, 1]),
    amount: Schema.Literals([1, 2, 5]),
    work: Schema.Literals(["succeeds", "fails", "dies", "interrupted", "killed"]),
    lasts: Schema.Literals([0, 20, 400]),
    late: Schema.Literals([0, 50]),
    then: Schema.Literals([0, 0, 30, 700])
  })

  it.effect.prop(
    "credits-2: the credits spent, lost and left equal the original balance in any order of failures, interruptions and restarts, " +
      "and only a killed process loses credits",
    { steps: Arbitrary.array(Arbitrary.schema(Step), { minLength: 2, maxLength: 12 }) },
    ({ steps }) =>
      Effect.gen(function*() {
        const { faults } = yield* Emulator
        const store = yield* sharedStore
        const fleet = yield* Effect.forEach(Array(2), () =>
          Effect.map(
            Layer.build(Layer.fresh(Layer.provide(layerSharedTurns(), Layer.succeed(SharedRecords, store.records)))),
            (context) => Context.get(context as Context.Context<never>, Turns)
          ))
        yield* give(10)
        const fibers: Array<Fiber.Fiber<unknown, unknown>> = []
        let spent = 0
        let atRisk = 0
        for (const { amount, lasts, late, server, then, work } of steps) {
          faults.add({ times: 1, respond: { type: "lateWrite", duration: late } })
          const worked = Effect.andThen(
            Effect.sleep(lasts),
            Effect.suspend((): Effect.Effect<void, string> => {
              if (work === "fails") return Effect.fail("failed")
              if (work === "dies") return Effect.die("died")
              // a killed process never continues
              if (work === "killed") return Effect.andThen(Effect.sync(() => void (atRisk += amount)), Effect.never)
              return work === "interrupted" ? Effect.never : Effect.sync(() => void (spent += amount))
            })
          )
          const spend = asServer(withCredits(tokens, amount)(worked)).pipe(Effect.provideService(Turns, fleet[server]!))
          const run = work === "interrupted" ? Effect.timeoutOption(spend, 30) : spend
          const fiber = yield* Effect.forkDetach(Effect.exit(run), { startImmediately: true })
          if (work !== "killed") fibers.push(fiber)
          yield* pass(then)
        }
        while (fibers.some((fiber) => fiber.pollUnsafe() === undefined)) yield* pass(500, 250)
        // the changes of killed processes have also ended
        yield* pass(60_000, 2000)
        faults.clear()

        assert.strictEqual(spent + atRisk + (yield* quantity), 10)
      }).pipe(Effect.scoped, Effect.provide(emulated(selling))),
    { arbitrary: { runs: runs(25) } }
  )
})
