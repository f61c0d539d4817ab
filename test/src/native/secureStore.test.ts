/** The session of a native app in a scripted secure store. */
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { sameTokens, type StoredTokens, TokenStore } from "../../../layers/session/TokenStore.ts"
import { Accounts, accountsOf } from "../../../src/accounts/index.ts"
import {
  createClient,
  layerAppState,
  layerNative,
  layerSecureKeyValue,
  layerSecureStore,
  type SecureStore
} from "../../../src/native/index.ts"
import { open as openSession, started } from "../../layers/session/sessions.ts"
import { project, projectId } from "../../support/contract/project.ts"
import { overBothTransports } from "../../support/platform/transports.ts"
import { turns } from "../../support/suite/fibers.ts"
import { scriptedDevice } from "./scriptedDevice.ts"
import { scriptedSecureStore } from "./scriptedSecureStore.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
const ben = { email: "ben@example.com", password: "battery staple" }

const tokens = (refresh: string, access: string | undefined): StoredTokens => ({
  refreshToken: Redacted.make(refresh),
  accessToken: access === undefined ? undefined : Redacted.make(access)
})

const key = `latchkey-session-${projectId}`

const open = (module: SecureStore) =>
  Effect.map(Layer.build(Layer.fresh(Layer.provide(layerSecureStore(module), project))), Context.get(TokenStore))

/** `AppState` of an app that a test moves to the background and back. */
const scriptedAppState = () => {
  const listeners = new Set<(state: string) => void>()
  const AppState = {
    currentState: "background",
    addEventListener: (_type: "change", listener: (state: string) => void) => {
      listeners.add(listener)
      return { remove: () => void listeners.delete(listener) }
    }
  }
  return {
    AppState,
    toForeground: () => {
      AppState.currentState = "active"
      listeners.forEach((listener) => listener("active"))
    },
    listeners: () => listeners.size
  }
}

describe("layerSecureStore", () => {
  it.effect("layerSecureStore stores the session under a key of the project, and passes options to the module", () =>
    Effect.gen(function*() {
      const { entries, module, options } = scriptedSecureStore()
      const moduleOptions = { keychainAccessible: 1 }
      const layer = Layer.provide(layerSecureStore(module, { moduleOptions }), project)
      const store = Context.get(yield* Layer.build(layer), TokenStore)
      const long = tokens("R", "A".repeat(3000))

      assert.isTrue(yield* store.compareAndSet(null, tokens("R", "A")))
      const short = entries.get(key)
      assert.isTrue(yield* store.compareAndSet(tokens("R", "A"), long))
      const found = yield* (yield* open(module)).get
      assert.isFalse(yield* store.compareAndSet(null, tokens("R2", "A2")))
      assert.isTrue(yield* store.compareAndSet(long, null))

      assert.deepStrictEqual(JSON.parse(short!), { version: 1, refreshToken: "R", accessToken: "A" })
      assert.isTrue(sameTokens(found, long))
      assert.strictEqual(entries.size, 0)
      assert.isTrue(options.slice(0, 4).every((given) => given === moduleOptions))
    }))

  it.effect("D12: only one of several concurrent writers succeeds in writing to a secure store, even through several layers", () =>
    Effect.gen(function*() {
      const { module } = scriptedSecureStore()
      const stores = yield* Effect.all([open(module), open(module), open(module)])

      const won = yield* Effect.forEach(
        Array.from(Array(12).keys()),
        (each) => stores[each % 3]!.compareAndSet(null, tokens(`R${each}`, "A".repeat(each % 2 === 0 ? 1 : 3000))),
        { concurrency: "unbounded" }
      )

      assert.strictEqual(won.filter(Boolean).length, 1)
    }))

  it.effect("two clients of an app share the session in a secure store, and notice each other's changes", () =>
    Effect.gen(function*() {
      const platform = yield* started
      const { module } = scriptedSecureStore()
      const first = yield* openSession(platform, yield* open(module))
      const second = yield* openSession(platform, yield* open(module))

      yield* first.keep(platform.signIn() as Parameters<typeof first.keep>[0])
      yield* turns
      const signedIn = second.state()._tag
      yield* second.end
      yield* turns

      assert.deepStrictEqual([signedIn, first.state()._tag], ["SignedIn", "SignedOut"])
    }))

  it.effect("Y2: a secure store that fails while the app runs doesn't sign the user out, and stores the session later", () =>
    Effect.gen(function*() {
      const platform = yield* started
      const secure = scriptedSecureStore()
      const session = yield* openSession(platform, yield* open(secure.module))
      yield* session.keep(platform.signIn() as Parameters<typeof session.keep>[0])

      secure.lock()
      yield* session.renewNext
      const whileLocked = session.state()._tag
      const usable = yield* session.tokens()
      secure.unlock()
      yield* session.renewNext
      yield* session.tokens()

      assert.strictEqual(whileLocked, "SignedIn")
      assert.strictEqual(usable._tag, "Some")
      assert.strictEqual((yield* (yield* open(secure.module)).get)?.refreshToken !== undefined, true)
    }))

  it.effect("Y2: a session in a secure store that was locked at the start continues when the app returns to the foreground", () =>
    Effect.gen(function*() {
      const platform = yield* started
      const secure = scriptedSecureStore()
      const app = scriptedAppState()
      yield* (yield* open(secure.module)).compareAndSet(null, platform.signIn())
      const native = layerAppState({ AppState: app.AppState })
      const scope = yield* Scope.make()

      secure.lock()
      const store = yield* Layer.build(
        Layer.fresh(layerSecureStore(secure.module).pipe(Layer.provide([project, native])))
      ).pipe(Effect.map(Context.get(TokenStore)), Effect.provideService(Scope.Scope, scope))
      const session = yield* Effect.provideService(openSession(platform, store), Scope.Scope, scope)
      const before = session.state()._tag
      secure.unlock()
      app.toForeground()
      yield* turns
      const after = session.state()._tag
      yield* Scope.close(scope, Exit.void)

      assert.deepStrictEqual([before, after], ["SignedOut", "SignedIn"])
      assert.strictEqual(app.listeners(), 0)
    }))
})

overBothTransports(({ start }) => {
  describe("a native app with a secure store", () => {
    it("a user stays signed in when the app starts again, until the user signs out", async () => {
      await using platform = await start({ users: [ada] })
      const secure = scriptedSecureStore()
      const begin = () =>
        createClient({
          ...platform.options,
          tokenStore: layerSecureStore(secure.module),
          native: layerNative({ scheme: "myapp", ...scriptedDevice() })
        })

      const first = begin()
      await first.signIn.withPassword(ada)
      await first.dispose()
      const second = begin()
      const user = await second.currentUser.get({ or: "throw" })
      await second.signOut()
      await second.dispose()

      assert.strictEqual(user.primaryEmail, ada.email)
      assert.strictEqual(secure.entries.size, 0)
    })

    it("a secure store keeps several accounts, in values of any length", async () => {
      const users = [
        ada,
        ben,
        ...Array.from({ length: 4 }, (_, each) => ({ ...ada, email: `user${each}@example.com` }))
      ]
      await using platform = await start({ users })
      const secure = scriptedSecureStore()
      const tokenStore = Layer.provide(Accounts.layerKeyValue(), layerSecureKeyValue(secure.module))
      const begin = () =>
        createClient({
          ...platform.options,
          tokenStore,
          native: layerNative({ scheme: "myapp", ...scriptedDevice() })
        })

      const first = begin()
      for (const user of users) {
        await accountsOf(first).add()
        await first.signIn.withPassword(user)
      }
      await first.dispose()
      const second = begin()
      const list = await accountsOf(second).list()
      await second.dispose()

      assert.deepStrictEqual(list.map(({ primaryEmail }) => primaryEmail), users.map(({ email }) => email).toReversed())
    })
  })
})
