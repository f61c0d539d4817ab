import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { layer as layerServerSessions, ServerSessions } from "../../../../layers/fleet/ServerSessions.ts"
import { layerKeyValue, SharedRecords, SharedRecordsFailed } from "../../../../layers/fleet/SharedRecords.ts"
import { layer as layerSession, Session } from "../../../../layers/session/Session.ts"
import * as Anonymous from "../../../../schemas/endpoints/anonymous.ts"
import * as ContactChannels from "../../../../schemas/endpoints/contactChannels.ts"
import * as Sessions from "../../../../schemas/endpoints/sessions.ts"
import { FleetAuthenticator } from "../../../../src/backend/fleet/index.ts"
import { Authenticator } from "../../../../src/backend/verify/Authenticator.ts"
import { Emulator } from "../../../../src/emulator/index.ts"
import { cookieOf, finished } from "../../../support/platform/fleet.ts"
import { ann, emulated, lastMail, signUp } from "../../emulator/support/support.ts"

/** Store that all servers share. */
const store = layerKeyValue().pipe(Layer.provide(KeyValueStore.layerMemory))

const refreshes = Effect.map(
  Emulator,
  ({ requests }) => requests.list().filter(({ endpoint }) => endpoint === "oauth.refresh").length
)

/** Servers of a fleet. Each server has its own memory. `setAway` makes the store unavailable to all of them. */
const fleetOf = (servers: number, options?: FleetAuthenticator.FleetAuthenticatorOptions) =>
  Effect.gen(function*() {
    const records = yield* SharedRecords
    let away = false
    const unlessAway = <A>(operation: "read" | "write", self: Effect.Effect<A, SharedRecordsFailed>) =>
      Effect.suspend(() => away ? Effect.fail(new SharedRecordsFailed({ operation, problem: "it is away" })) : self)
    const shared = Layer.succeed(SharedRecords, {
      get: (name) => unlessAway("read", records.get(name)),
      compareAndSet: (...args) => unlessAway("write", records.compareAndSet(...args)),
      prolong: (...args) => unlessAway("write", records.prolong(...args))
    })
    const fleet = yield* Effect.forEach(
      Array(servers),
      () =>
        Layer.build(
          Layer.fresh(
            FleetAuthenticator.layer(options).pipe(Layer.provideMerge(layerServerSessions()), Layer.provide(shared))
          )
        )
    )
    return {
      authenticate: (
        server: number,
        cookie: string | undefined,
        more: { readonly [name: string]: string } = {},
        method = "GET"
      ) =>
        Context.get(fleet[server]!, Authenticator).authenticate({
          method,
          headers: { ...(cookie === undefined ? {} : { cookie }), ...more }
        }),
      /** Signs in on the first server and returns the session cookie. */
      signIn: (tokens: { readonly accessToken: Redacted.Redacted; readonly refreshToken: Redacted.Redacted }) =>
        Effect.scoped(Effect.gen(function*() {
          const opened = yield* Context.get(fleet[0]!, ServerSessions).open({ headers: {} })
          const session = yield* Layer.build(Layer.fresh(Layer.provide(layerSession(), opened.layer)))
          yield* Context.get(session, Session).keep(tokens)
          return cookieOf(opened.setCookies()[0])!
        })),
      setAway: (is: boolean) => {
        away = is
      }
    }
  })

const platform = Layer.merge(emulated(), store)

const verifying = Layer.merge(emulated({ revision: "2026-04", config: { requireEmailVerification: true } }), store)

describe("FleetAuthenticator.layer", () => {
  it.effect("a fleet authenticates its opaque cookie on any server, with the same result as an access token", () =>
    Effect.gen(function*() {
      const { authenticate, signIn } = yield* fleetOf(2)
      const tokens = yield* signUp()
      const cookie = yield* signIn(tokens)

      const found = yield* authenticate(1, cookie)
      const byHeader = yield* authenticate(1, undefined, {
        authorization: `Bearer ${Redacted.value(tokens.accessToken)}`
      })

      assert.strictEqual(found.status, "signed-in")
      if (found.status !== "signed-in" || found.by !== "session") return
      assert.strictEqual(found.userId, tokens.userId)
      assert.strictEqual(found.user.primaryEmail, "ann@example.com")
      assert.deepStrictEqual(found.setCookies, [])
      assert.deepInclude(byHeader, { status: "signed-in", userId: tokens.userId })
    }).pipe(Effect.provide(platform), Effect.scoped))

  it.effect("fleet authentication distinguishes anonymous users from signed-out requests, and ignores the platform's own cookies", () =>
    Effect.gen(function*() {
      const { authenticate, signIn } = yield* fleetOf(1)
      const { project } = yield* Emulator
      const cookie = yield* signIn(yield* Anonymous.signUp())
      const { refreshToken } = yield* signUp()
      const planted = `stack-refresh-${project.projectId}=${Redacted.value(refreshToken)}`

      assert.strictEqual((yield* authenticate(0, cookie)).status, "anonymous")
      for (const other of [undefined, planted, `__Host-latchkey-${project.projectId}=${"A".repeat(43)}`]) {
        assert.deepInclude(yield* authenticate(0, other), { status: "signed-out", reason: "no-credentials" })
      }
    }).pipe(Effect.provide(platform), Effect.scoped))

  it.effect("U2: after a restriction is lifted, a fleet accepts the user as soon as the token is ten seconds old", () =>
    Effect.gen(function*() {
      const { authenticate, signIn } = yield* fleetOf(1)
      const cookie = yield* signIn(yield* signUp())
      const refused = yield* authenticate(0, cookie)
      yield* ContactChannels.verify({ code: (yield* lastMail(ann.email)).code })
      yield* TestClock.adjust("11 seconds")

      const found = yield* finished(yield* Effect.forkChild(authenticate(0, cookie)))

      assert.deepInclude(refused, { status: "signed-out", reason: "restricted" })
      assert.strictEqual(found.status, "signed-in")
    }).pipe(Effect.provide(verifying), Effect.scoped))

  it.effect("U2: a fleet with includeRestricted keeps a restriction while the token is less than ten seconds old", () =>
    Effect.gen(function*() {
      const { authenticate, signIn } = yield* fleetOf(1, { includeRestricted: true })
      const cookie = yield* signIn(yield* signUp())

      const first = yield* authenticate(0, cookie)
      yield* TestClock.adjust("11 seconds")
      const still = yield* finished(yield* Effect.forkChild(authenticate(0, cookie)))
      yield* ContactChannels.verify({ code: (yield* lastMail(ann.email)).code })
      yield* TestClock.adjust("11 seconds")
      const after = yield* finished(yield* Effect.forkChild(authenticate(0, cookie)))

      assert.deepStrictEqual([first, still, after].map(({ status }) => status), [
        "restricted",
        "restricted",
        "signed-in"
      ])
    }).pipe(Effect.provide(verifying), Effect.scoped))

  it.effect("D1: a fleet refreshes once for fifty requests to two servers with an expired token", () =>
    Effect.gen(function*() {
      const { authenticate, signIn } = yield* fleetOf(2)
      const cookie = yield* signIn(yield* signUp())
      yield* TestClock.adjust("11 minutes")

      const found = yield* finished(
        yield* Effect.forkChild(
          Effect.forEach(Array.from(Array(50).keys()), (each) => authenticate(each % 2, cookie), {
            concurrency: "unbounded"
          })
        )
      )

      assert.deepStrictEqual(new Set(found.map(({ status }) => status)), new Set(["signed-in"]))
      assert.strictEqual(yield* refreshes, 1)
    }).pipe(Effect.provide(platform), Effect.scoped))

  it.effect("D2: a fleet continues a refresh after the request that started it is interrupted", () =>
    Effect.gen(function*() {
      const { authenticate, signIn } = yield* fleetOf(1)
      const cookie = yield* signIn(yield* signUp())
      yield* TestClock.adjust("11 minutes")
      const first = yield* Effect.forkChild(authenticate(0, cookie), { startImmediately: true })
      const second = yield* Effect.forkChild(authenticate(0, cookie), { startImmediately: true })

      yield* Fiber.interrupt(first)

      assert.strictEqual((yield* finished(second)).status, "signed-in")
      assert.strictEqual(yield* refreshes, 1)
    }).pipe(Effect.provide(platform), Effect.scoped))

  it.effect("D5: a fleet reports a session as expired if the platform has ended it, and deletes the fleet cookie", () =>
    Effect.gen(function*() {
      const { authenticate, signIn } = yield* fleetOf(1)
      const tokens = yield* signUp()
      const cookie = yield* signIn(tokens)
      yield* Sessions.deleteCurrent()
      yield* TestClock.adjust("11 minutes")

      const found = yield* finished(yield* Effect.forkChild(authenticate(0, cookie)))

      assert.deepInclude(found, { status: "signed-out", reason: "session-ended" })
      assert.match(found.setCookies[0]!, /^__Host-latchkey-[\w-]+=; Path=\/; Max-Age=0; /)
    }).pipe(Effect.provide(platform), Effect.scoped))

  it.effect("while its store is down, a fleet reports unavailable instead of signed out, unless the process remembers the session", () =>
    Effect.gen(function*() {
      const { authenticate, setAway, signIn } = yield* fleetOf(2)
      const cookie = yield* signIn(yield* signUp())
      setAway(true)

      const remembered = yield* authenticate(0, cookie)
      const unknown = yield* authenticate(1, cookie)

      assert.strictEqual(remembered.status, "signed-in")
      assert.strictEqual(unknown.status, "unavailable")
      if (unknown.status === "unavailable") assert.strictEqual(unknown.error._tag, "SharedRecordsFailed")
      assert.deepStrictEqual(unknown.setCookies, [])
    }).pipe(Effect.provide(platform), Effect.scoped))

  it.effect("a fleet rejects its cookie in cross-site requests with unsafe methods", () =>
    Effect.gen(function*() {
      const { authenticate, signIn } = yield* fleetOf(1)
      const cookie = yield* signIn(yield* signUp())

      const forged = yield* authenticate(0, cookie, { "sec-fetch-site": "same-site" }, "POST")
      const own = yield* authenticate(0, cookie, { "sec-fetch-site": "same-origin" }, "POST")

      assert.deepInclude(forged, { status: "signed-out", reason: "cross-site", setCookies: [] })
      assert.strictEqual(own.status, "signed-in")
    }).pipe(Effect.provide(platform), Effect.scoped))
})
