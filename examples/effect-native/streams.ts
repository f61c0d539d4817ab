/** Lists are streams that request the next page only when it is needed. */
import { Effect, Layer, Stream } from "effect"
import { Server } from "latchkey"
import { Emulator } from "latchkey/emulator"

const users = Array.from(
  { length: 31 },
  (_, at) => ({ email: `user${at}@example.com`, password: "correct horse battery staple" })
)

const live = Server.layerNoProject().pipe(
  Layer.provide(Emulator.layerProject()),
  Layer.provideMerge(Emulator.layer({ users }))
)

const counted = <A, E, R>(what: string, effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const { requests } = yield* Emulator
    requests.clear()
    console.log(`${what}: ${yield* effect}, requests: ${requests.list().length}`)
  })

const all = Server.users.stream({ limit: 10 })
const teamsOf = (userId: string) => Effect.map(Server.teams.list({ userId }), (teams) => teams.length)

const program = Effect.gen(function*() {
  yield* counted("users", Stream.runCount(all))
  yield* counted("the first seven", all.pipe(Stream.take(7), Stream.runCount))
  yield* counted(
    "users and their teams, four at once",
    all.pipe(Stream.mapEffect(({ id }) => teamsOf(id), { concurrency: 4 }), Stream.runCount)
  )
})

await Effect.runPromise(Effect.provide(program, live))
