/** Tests work that costs credits, with the emulator. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Server } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { serverPayments, withCredits } from "latchkey/payments"

const credits = { customId: "acme", itemId: "credits" }

const live = Server.layerNoProject().pipe(
  Layer.provide(Emulator.layerProject()),
  Layer.provide(Emulator.layer({ payments: { items: { credits: { customerType: "custom" } } } }))
)

it.effect("a picture that fails costs nothing, and overlapping requests take only the credits that are left", () =>
  Effect.gen(function*() {
    const { get, increase } = serverPayments.items
    const draw = withCredits(credits, 2)
    yield* increase({ ...credits, by: 5 })

    yield* Effect.flip(draw(Effect.fail("out of paper")))
    assert.strictEqual((yield* get(credits)).quantity, 5)

    const [drawn, refused] = yield* Effect.partition(Array(20), () => draw(Effect.yieldNow), {
      concurrency: "unbounded"
    })
    assert.deepStrictEqual([drawn.length, refused.length, (yield* get(credits)).quantity], [2, 18, 1])
  }).pipe(Effect.provide(live)))
