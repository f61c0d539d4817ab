/**
 * Remote procedures with middleware that identifies the caller and charges for the call. The errors are in the client's
 * types.
 */
import { Effect, Layer, Schema } from "effect"
import { Rpc, RpcGroup, RpcTest } from "effect/rpc"
import { authHeaders, Client, currentUser, Server, signIn } from "latchkey"
import { layerRpcCredits, Price, RpcCredits } from "latchkey/credits"
import { Emulator } from "latchkey/emulator"
import { serverPayments } from "latchkey/payments"
import { Authenticator, CurrentUser, layerAuthentication, layerClientCookies, RequireUser } from "latchkey/rpc"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }
class Pictures extends RpcGroup.make(
  Rpc.make("draw", { success: Schema.String }).annotate(Price, { itemId: "credits", amount: 2 })
    .middleware(RpcCredits).middleware(RequireUser)
) {}
const handlers = Pictures.toLayer({ draw: () => Effect.map(CurrentUser, ({ by }) => `drawn, by ${by}`) })

const live = Layer.mergeAll(handlers, layerAuthentication(), layerRpcCredits()).pipe(
  Layer.provide(Authenticator.layer()),
  Layer.provideMerge(Client.layerNoProject()),
  Layer.provideMerge(Server.layerNoProject()),
  Layer.provide(Emulator.layerProject()),
  Layer.provide(Emulator.layer({ users: [ada], payments: { items: { credits: {} } } }))
)
const program = Effect.gen(function*() {
  // each call below sets its own headers
  const { draw } = yield* RpcTest.makeClient(Pictures).pipe(Effect.provide(layerClientCookies()))
  console.log((yield* Effect.flip(draw(void 0, { headers: {} })))._tag)
  yield* signIn.withPassword(ada)
  const { id: userId } = yield* currentUser.get({ or: "throw" })
  yield* serverPayments.items.increase({ userId, itemId: "credits", by: 3 })
  const headers = yield* authHeaders()
  for (const _ of [1, 2]) {
    console.log(
      yield* Effect.match(draw(void 0, { headers }), { onFailure: ({ message }) => message, onSuccess: (text) => text })
    )
  }
})
await Effect.runPromise(program.pipe(Effect.scoped, Effect.provide(live)))
