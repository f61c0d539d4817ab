/**
 * Work that costs credits: they are taken first, and given back if the work fails or is interrupted. The balance stays
 * exact under concurrency.
 */
import { Effect, Layer } from "effect"
import { Server } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { serverPayments, withCredits } from "latchkey/payments"

const credits = { customId: "acme", itemId: "credits" }
const { get, increase } = serverPayments.items

const live = Server.layerNoProject().pipe(
  Layer.provide(Emulator.layerProject()),
  Layer.provide(Emulator.layer({ payments: { items: { credits: { customerType: "custom" } } } }))
)

const draw = withCredits(credits, 2)
const left = Effect.map(get(credits), ({ quantity }) => `${quantity} left`)

const program = Effect.gen(function*() {
  yield* increase({ ...credits, by: 7 })
  console.log(yield* draw(Effect.succeed("a picture")), yield* left)
  console.log(yield* Effect.flip(draw(Effect.fail("out of paper"))), yield* left)
  console.log((yield* Effect.timeoutOption(draw(Effect.never), "100 millis"))._tag, yield* left)
  const [drawn, refused] = yield* Effect.partition(Array(20), () => draw(Effect.yieldNow), { concurrency: "unbounded" })
  console.log(`${drawn.length} drawn, ${refused.length} refused with ${refused[0]?._tag},`, yield* left)
})

await Effect.runPromise(Effect.provide(program, live))
