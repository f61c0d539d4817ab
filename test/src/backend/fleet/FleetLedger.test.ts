import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { FleetLedger, layer as layerLedger } from "../../../../layers/fleet/ledger/index.ts"
import { layer as layerServerSessions, ServerSessions } from "../../../../layers/fleet/ServerSessions.ts"
import { layerKeyValue, SharedRecords, SharedRecordsFailed } from "../../../../layers/fleet/SharedRecords.ts"
import { sentenceOf, whySignedOut } from "../../../../layers/SessionLedger.ts"
import * as Sessions from "../../../../schemas/endpoints/sessions.ts"
import * as Users from "../../../../schemas/endpoints/users.ts"
import { FleetAuthenticator } from "../../../../src/backend/fleet/index.ts"
import { Authenticator } from "../../../../src/backend/verify/Authenticator.ts"
import { signIn, signOut } from "../../../../src/flows/index.ts"
import * as Client from "../../../../src/programs/Client.ts"
import { cookieOf } from "../../../support/platform/fleet.ts"
import { overBothTransports } from "../../../support/platform/transports.ts"
import { ann, asServer, emulated as emulatedInProcess, signUp } from "../../emulator/support/support.ts"

/** Servers of a fleet with ledgers in the shared store. `setAway` makes the ledger's store unavailable. */
const fleetOf = (names: ReadonlyArray<string>, capacity?: number) =>
  Effect.gen(function*() {
    const texts = Context.get(yield* Layer.build(Layer.fresh(KeyValueStore.layerMemory)), KeyValueStore.KeyValueStore)
    const records = Context.get(
      yield* Effect.provideService(Layer.build(Layer.fresh(layerKeyValue())), KeyValueStore.KeyValueStore, texts),
      SharedRecords
    )
    let away = false
    const forLedger = Layer.succeed(SharedRecords, {
      ...records,
      get: (name) =>
        Effect.suspend(() =>
          away ? Effect.fail(new SharedRecordsFailed({ operation: "read", problem: "it is away" })) : records.get(name)
        )
    })
    const servers = new Map(
      yield* Effect.forEach(names, (server) =>
        Effect.map(
          Layer.build(Layer.fresh(
            FleetAuthenticator.layer().pipe(
              Layer.provideMerge(layerServerSessions()),
              Layer.provide(Layer.succeed(SharedRecords, records)),
              Layer.provideMerge(Layer.provide(layerLedger({ server, capacity }), forLedger))
            )
          )),
          (context) => [server, context] as const
        ))
    )
    const of = (server: string) => servers.get(server)!
    const open = (server: string, cookie: string | undefined) =>
      Context.get(of(server), ServerSessions).open({ headers: cookie === undefined ? {} : { cookie } })
    return {
      texts,
      setAway: (is: boolean) => {
        away = is
      },
      authenticate: (server: string, cookie: string) =>
        Context.get(of(server), Authenticator).authenticate({ method: "GET", headers: { cookie } }),
      /** Runs a program as the client of a request. Returns the cookie that the browser has afterwards. */
      as: <A, E>(server: string, cookie: string | undefined, program: Effect.Effect<A, E, any>) =>
        Effect.gen(function*() {
          const opened = yield* open(server, cookie)
          const ledger = Context.get(of(server), FleetLedger)
          yield* Effect.provide(program, Client.layerNoProject({ tokenStore: opened.layer, ledger }), { local: true })
          return cookieOf(opened.setCookies()[0])!
        }) as Effect.Effect<string, any, any>,
      entriesOf: (server: string, userId: string) => Context.get(of(server), FleetLedger).entriesOf(userId)
    }
  })

overBothTransports(({ emulated }) => {
  it.effect("ledger-1: any server can list the history of a session that began, was refreshed and ended on other servers", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { id: userId } = yield* Users.getMe()
      const { as, authenticate, entriesOf } = yield* fleetOf(["first", "second", "third"])
      const cookie = yield* as("first", undefined, signIn.withPassword(ann))
      yield* authenticate("second", cookie)
      yield* TestClock.adjust("2 hours")
      const refreshed = yield* authenticate("second", cookie)
      const { items } = yield* asServer(Sessions.list({ userId }))
      yield* Effect.forEach(
        items.filter((each) => !each.isCurrentSession),
        ({ id }) => asServer(Sessions.delete({ id, userId }))
      )
      yield* TestClock.adjust("2 hours")
      const ended = yield* authenticate("third", cookie)
      const entries = yield* entriesOf("first", userId)

      assert.deepStrictEqual([refreshed.status, ended.status], ["signed-in", "signed-out"])
      assert.deepStrictEqual(entries.map(({ _tag, id, server }) => [id, server, _tag]), [
        [1, "first", "SignedIn"],
        [2, "second", "Refreshed"],
        [3, "third", "RefreshRejected"],
        [4, "third", "Ended"]
      ])
      assert.strictEqual(new Set(entries.map(({ sessionId }) => sessionId)).size, 1)
      assert.deepStrictEqual(whySignedOut(entries)?.map((sentence) => sentence.split(",")[0]), [
        "The user was signed out",
        "The platform rejected the refresh token (REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED"
      ])
    }).pipe(Effect.scoped, Effect.provide(emulated())) as Effect.Effect<void, any>)
})

describe("ledgers of a fleet", () => {
  it.effect("ledger-1: a sign-out on one server is recorded once, and requests without a change write nothing", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { id: userId } = yield* Users.getMe()
      const { as, authenticate, entriesOf, texts } = yield* fleetOf(["first", "second"])
      const cookie = yield* as("first", undefined, signIn.withPassword(ann))
      const before = yield* texts.get(`latchkey:ledger:${userId}`)
      yield* authenticate("second", cookie)
      yield* authenticate("first", cookie)
      assert.strictEqual(yield* texts.get(`latchkey:ledger:${userId}`), before)
      yield* as("second", cookie, signOut())
      yield* authenticate("first", cookie)

      assert.deepStrictEqual((yield* entriesOf("first", userId)).map(sentenceOf), [
        "The user signed in with signIn.withPassword.",
        "The user was signed out here by signOut."
      ])
    }).pipe(Effect.scoped, Effect.provide(emulatedInProcess())) as Effect.Effect<void, any>)

  it.effect("ledger-2: servers that write at the same time lose no entry, and the latest entries are kept", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { id: userId } = yield* Users.getMe()
      const { as, entriesOf } = yield* fleetOf(["first", "second"], 6)
      yield* Effect.forEach(
        Array.from({ length: 5 }),
        (_, at) => as(at % 2 === 0 ? "first" : "second", undefined, signIn.withPassword(ann)),
        { concurrency: "unbounded" }
      )
      const five = yield* entriesOf("first", userId)
      yield* Effect.forEach([1, 2, 3], () => as("first", undefined, signIn.withPassword(ann)))
      const six = yield* entriesOf("second", userId)

      assert.deepStrictEqual(five.map(({ id }) => id), [1, 2, 3, 4, 5])
      assert.strictEqual(new Set(five.map(({ sessionId }) => sessionId)).size, 5)
      assert.deepStrictEqual(six.map(({ id }) => id), [3, 4, 5, 6, 7, 8])
    }).pipe(Effect.scoped, Effect.provide(emulatedInProcess())) as Effect.Effect<void, any>)

  it.effect("ledger-3: without the ledger's store, requests get the same results", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { id: userId } = yield* Users.getMe()
      const { as, authenticate, entriesOf, setAway } = yield* fleetOf(["first"])
      setAway(true)
      const cookie = yield* as("first", undefined, signIn.withPassword(ann))
      const found = yield* authenticate("first", cookie)
      const failed = yield* Effect.flip(entriesOf("first", userId))
      setAway(false)

      assert.deepStrictEqual([found.status, failed._tag], ["signed-in", "SharedRecordsFailed"])
      assert.deepStrictEqual(yield* entriesOf("first", userId), [])
    }).pipe(Effect.scoped, Effect.provide(emulatedInProcess())) as Effect.Effect<void, any>)

  it.effect("ledger-3: a damaged record is replaced, and the ledger contains no token and no address", () =>
    Effect.gen(function*() {
      const tokens = yield* signUp()
      const { id: userId } = yield* Users.getMe()
      const { as, entriesOf, texts } = yield* fleetOf(["first"])
      yield* texts.set(`latchkey:ledger:${userId}`, JSON.stringify(["{", Number.MAX_SAFE_INTEGER]))
      yield* as("first", undefined, signIn.withPassword(ann))
      const text = (yield* texts.get(`latchkey:ledger:${userId}`))!

      assert.lengthOf(yield* entriesOf("first", userId), 1)
      const secrets = [ann.password, tokens.accessToken, tokens.refreshToken].map((each) => Redacted.value(each))
      for (const secret of [ann.email, ...secrets]) assert.notInclude(text, secret)
      assert.notMatch(text, /eyJ/)
    }).pipe(Effect.scoped, Effect.provide(emulatedInProcess())) as Effect.Effect<void, any>)
})
