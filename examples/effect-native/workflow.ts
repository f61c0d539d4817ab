/** Credits in a `Workflow`: taken once for each order, and given back if the order fails, also after a restart. */
import { Effect, Layer, Schema } from "effect"
import { Activity, Workflow, WorkflowEngine } from "effect/workflow"
import { Server } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { serverPayments } from "latchkey/payments"

const { get, increase, tryDecrease } = serverPayments.items
const credits = { customId: "acme", itemId: "credits" }
const Draw = Workflow.make("Draw", {
  payload: { id: Schema.String, works: Schema.Boolean },
  idempotencyKey: ({ id }) => id,
  success: Schema.String,
  error: Schema.String
})
const once = (name: string, change: typeof tryDecrease) =>
  Activity.make({ name, execute: Effect.orDie(change({ ...credits, by: 2 })) })

const drawing = Draw.toLayer(Effect.fn(function*({ works }) {
  yield* Draw.withCompensation(once("take", tryDecrease), () => once("give back", increase))
  return yield* works ? Effect.succeed("a picture") : Effect.fail("out of paper")
}))

const live = drawing.pipe(
  Layer.provideMerge(WorkflowEngine.layerMemory),
  Layer.provideMerge(Server.layerNoProject()),
  Layer.provide(Emulator.layerProject()),
  Layer.provide(Emulator.layer({ payments: { items: { credits: { customerType: "custom" } } } }))
)
const program = Effect.gen(function*() {
  yield* increase({ ...credits, by: 5 })
  for (const order of [{ id: "1", works: true }, { id: "1", works: true }, { id: "2", works: false }]) {
    const result = yield* Effect.catch(Draw.execute(order), Effect.succeed)
    console.log(`order ${order.id}: ${result}, ${(yield* get(credits)).quantity} credits left`)
  }
})
await Effect.runPromise(Effect.provide(program, live))
