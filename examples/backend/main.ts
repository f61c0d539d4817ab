/**
 * A back end that lists the project's users. `npm run example -- examples/backend/main.ts`
 *
 * With HEXCLAVE_PROJECT_ID and HEXCLAVE_SECRET_SERVER_KEY set, the program calls that project. Otherwise, it calls an
 * emulator.
 */
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { Project, Server } from "latchkey"
import { Emulator } from "latchkey/emulator"
import * as Users from "latchkey/endpoints/users"
import { Transport } from "latchkey/layers"

/** Reads all users, page by page. */
const everyone = Stream.paginate(
  undefined as string | undefined,
  (cursor) =>
    Effect.map(Users.list({ limit: 2, cursor }), ({ items, pagination }) => [
      items,
      Option.fromNullishOr(pagination?.nextCursor)
    ])
)

const program = Effect.gen(function*() {
  const count = yield* Stream.runFoldEffect(
    everyone,
    () => 0,
    (count, user) =>
      Effect.as(Console.log(`${user.signedUpAt.toISOString()}  ${user.primaryEmail ?? user.id}`), count + 1)
  )
  yield* Console.log(`${count} users`)
})

const hosted = Project.layerConfig().pipe(Layer.provideMerge(Transport.layerFetch()))

const emulated = Emulator.layerProject().pipe(Layer.provideMerge(Emulator.layer({
  users: ["ada", "grace", "hedy", "katherine", "margaret"].map((name) => ({ email: `${name}@example.com` }))
})))

const platform = Layer.unwrap(
  Effect.map(
    Config.option(Config.String("HEXCLAVE_SECRET_SERVER_KEY")),
    (key) => Option.isSome(key) ? hosted : emulated
  )
)

await Effect.runPromise(Effect.provide(program, Server.layerNoProject().pipe(Layer.provide(platform))))
