/** Tests two servers that share a store, with the emulator. A store in memory replaces Redis. */
import { assert, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as TestClock from "effect/testing/TestClock"
import { Client, currentUser, signIn } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { ServerSessions, SharedRecords, writeCookies } from "latchkey/fleet"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }

const platform = Emulator.layerProject().pipe(Layer.provideMerge(Emulator.layer({ users: [ada] })))
const shared = SharedRecords.layerKeyValue().pipe(Layer.provide(KeyValueStore.layerMemory))

/** Handles a request on a server, and returns its result and the cookies of its response. */
const on = Effect.fnUntraced(function*<A, E, R>(
  server: Context.Context<ServerSessions.ServerSessions>,
  cookie: string,
  program: Effect.Effect<A, E, R>
) {
  const opened = yield* Context.get(server, ServerSessions.ServerSessions).open(
    new Request("https://app.example.com/", { headers: { cookie } })
  )
  const result = yield* Effect.provide(program, Client.layerNoProject({ tokenStore: opened.layer }), { local: true })
  const headers = new Headers()
  writeCookies(headers, opened.setCookies())
  return { result, cookie: headers.getSetCookie()[0]?.split(";")[0] ?? cookie }
})

it.effect("a sign-in on one server counts on the other, with one refresh for both", () =>
  Effect.gen(function*() {
    const server = Layer.build(Layer.fresh(ServerSessions.layer()))
    const [one, other] = [yield* server, yield* server]
    const { cookie } = yield* on(one, "", signIn.withPassword(ada))
    yield* TestClock.adjust("1 hour")
    const { requests } = yield* Emulator
    requests.clear()

    const users = yield* Effect.forEach(
      [one, other],
      (each) => on(each, cookie, currentUser.get({ or: "throw" })),
      { concurrency: "unbounded" }
    )

    assert.deepStrictEqual(users.map(({ result }) => result.primaryEmail), [ada.email, ada.email])
    assert.lengthOf(requests.list().filter(({ endpoint }) => endpoint === "oauth.refresh"), 1)
  }).pipe(Effect.provide(shared.pipe(Layer.provideMerge(platform)))))
