/** Reads by id share requests through `RequestResolver`, and need none while `ReadCache` has the value. */
import { Effect, Layer } from "effect"
import { reads, Server } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { user } from "latchkey/lookups"

const users = ["ada", "bob", "cyd"].map((name) => ({
  email: `${name}@example.com`,
  password: "correct horse battery staple"
}))
const emulator = Emulator.layer({ users })
const server = Server.layerNoProject()

const program = Effect.gen(function*() {
  const { requests } = yield* Emulator
  const ids = (yield* Server.users.list()).map(({ id }) => id)
  const wanted = [...ids, ...ids, ids[0]!]
  const count = <A, E, R>(what: string, lookups: Effect.Effect<A, E, R>) =>
    Effect.andThen(Effect.sync(() => requests.clear()), lookups).pipe(
      Effect.tap(() => Effect.sync(() => console.log(`${what}, requests: ${requests.list().length}`)))
    )
  yield* count("one by one", Effect.forEach(wanted, (userId) => user({ userId })))
  yield* count("in one tick", Effect.forEach(wanted, (userId) => user({ userId }), { concurrency: "unbounded" }))
})

for (const live of [server, reads.over(server)]) {
  const services = live.pipe(Layer.provide(Emulator.layerProject()), Layer.provideMerge(emulator))
  await Effect.runPromise(Effect.provide(program, services))
}
