/**
 * A sign-in through an address or password that was just added doesn't count as recent, if the platform's data shows
 * the addition.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { Session } from "../../../../layers/session/Session.ts"
import * as ContactChannels from "../../../../schemas/endpoints/contactChannels.ts"
import { fetchHandler } from "../../../../src/backend/adapters/index.ts"
import * as httpApi from "../../../../src/backend/httpApi/index.ts"
import { startEmulator } from "../../../../src/emulator/index.ts"
import { createClient } from "../../../../src/promise/index.ts"
import { createAuthenticator, type SessionAuthentication } from "../../../../src/verify.ts"
import { emulated, signIn, signUp } from "../../emulator/support/support.ts"

const { Authenticator, checkFresh, CurrentUser, KnownMeans, layerKnownMeans } = httpApi

const backEnd = Authenticator.layer().pipe(Layer.provideMerge(emulated()))

/** Authenticates the current session. */
const current = Effect.gen(function*() {
  const { authenticate } = yield* Authenticator
  const tokens = yield* Session.use(({ tokens }) => tokens())
  const accessToken = Redacted.value(tokens._tag === "Some" ? tokens.value.accessToken : Redacted.make(""))
  return (yield* authenticate({ headers: { authorization: `Bearer ${accessToken}` } })) as SessionAuthentication
})

/** Checks the current session. Returns the message of a refusal. */
const check = Effect.gen(function*() {
  const session = yield* current
  const exit = yield* Effect.result(
    Effect.provideService(checkFresh({ within: "5 minutes", means: "known" }), CurrentUser, session as never)
  )
  return exit._tag === "Success" ? "fresh" : exit.failure.message
})

const added = /sign-in method was added/

describe("means: \"known\"", () => {
  it.effect("fresh-3: after an address for signing in is added, no sign-in counts as recent until the address is older than the limit", () =>
    Effect.gen(function*() {
      yield* signUp()
      const before = yield* check
      const channel = yield* ContactChannels.create({
        userId: "me",
        type: "email",
        value: "thief@evil.example",
        usedForAuth: true
      })
      yield* signIn()
      const after = yield* check
      yield* TestClock.adjust("5 minutes")
      yield* signIn()
      const stillNew = yield* check
      yield* TestClock.adjust("1 second")
      const known = yield* check
      yield* TestClock.adjust("5 minutes")
      const old = yield* check

      assert.strictEqual(before, "fresh")
      assert.match(after, added)
      assert.match(stillNew, added)
      assert.strictEqual(known, "fresh")
      assert.match(old, /recent sign-in/)
      assert.isTrue(channel.usedForAuth)
    }).pipe(Effect.provide(backEnd)))

  it.effect("fresh-3: a changed address, a first password and a removed and added address count as new sign-in methods", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* check
      const { id } = yield* ContactChannels.create({
        userId: "me",
        type: "email",
        value: "second@example.com",
        usedForAuth: true
      })
      yield* check
      yield* TestClock.adjust("6 minutes")
      yield* signIn()
      const settled = yield* check
      yield* ContactChannels.update({ userId: "me", contactChannelId: id, value: "third@example.com", type: "email" })
      const changed = yield* check
      yield* TestClock.adjust("6 minutes")
      yield* signIn()
      const channel = { userId: "me", contactChannelId: id } as const
      yield* ContactChannels.update({ ...channel, usedForAuth: false })
      const removed = yield* check
      yield* ContactChannels.update({ ...channel, usedForAuth: true })
      const again = yield* check

      assert.deepStrictEqual([settled, removed], ["fresh", "fresh"])
      assert.match(changed, added)
      assert.match(again, added)
    }).pipe(Effect.provide(backEnd)))

  it.effect("fresh-3: an address that isn't used for signing in has no effect on this check", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* check
      yield* ContactChannels.create({ userId: "me", type: "email", value: "b@example.com", usedForAuth: false })

      assert.strictEqual(yield* check, "fresh")
    }).pipe(Effect.provide(backEnd)))

  it.effect("fresh-3: layerKnownMeans remembers users across restarts, without their addresses, and treats a damaged entry as unknown", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const texts = yield* KeyValueStore.KeyValueStore
      const restarted = check.pipe(
        Effect.provide(Layer.fresh(Authenticator.layer().pipe(Layer.provide(layerKnownMeans()))), { local: true })
      )
      const first = yield* restarted
      yield* ContactChannels.create({ userId: "me", type: "email", value: "thief@evil.example", usedForAuth: true })
      const second = yield* restarted
      const stored = yield* texts.get(`latchkey-means-${userId}`)
      yield* texts.set(`latchkey-means-${userId}`, "nonsense")
      const third = yield* restarted

      assert.strictEqual(first, "fresh")
      assert.match(second, added)
      assert.notInclude(stored, "evil.example")
      assert.notInclude(stored, "ann@")
      assert.match(third, added)
    }).pipe(Effect.provide(Layer.merge(backEnd, Layer.fresh(KeyValueStore.layerMemory)))))

  it.effect("a failing store of known means makes the check unavailable, and lets no request through", () =>
    Effect.gen(function*() {
      yield* signUp()
      const failing = { get: () => Effect.fail("down"), set: () => Effect.fail("down") }
      const own = Layer.fresh(Authenticator.layer().pipe(Layer.provide(Layer.succeed(KnownMeans, failing))))
      const session = yield* current

      const error = yield* Effect.flip(
        checkFresh({ within: "5 minutes", means: "known" }).pipe(
          Effect.provideService(CurrentUser, session as never),
          Effect.provide(own, { local: true })
        )
      )

      assert.strictEqual(error._tag, "AuthenticationUnavailable")
    }).pipe(Effect.provide(backEnd)))

  it("fresh-3: an adapter responds with the reason new-means to a thief who has added an address and signed in with that address", async () => {
    const ada = { email: "ada@example.com", password: "correct horse" }
    await using platform = await startEmulator({ users: [ada] })
    await using client = createClient({ ...platform.project, tokenStore: "memory" })
    await using authenticator = createAuthenticator(platform.project)
    const handle = fetchHandler(authenticator, () => new Response("deleted"), {
      require: "user",
      freshWithin: { within: "5 minutes", means: "known" }
    })
    const respond = async () =>
      handle(new Request("http://app.test/", { method: "POST", headers: await client.authHeaders() }))
    await client.signIn.withPassword(ada)
    const own = await respond()
    platform.clock.advance("1 hour")

    await client.calls.contactChannels.create({
      userId: "me",
      type: "email",
      value: "thief@evil.example",
      usedForAuth: true
    })
    await client.signIn.withPassword(ada)
    const response = await respond()

    assert.strictEqual(own.status, 200)
    assert.strictEqual(response.status, 401)
    assert.deepInclude(await response.json(), { reason: "new-means", maxAgeMillis: 300_000 })
  })
})
