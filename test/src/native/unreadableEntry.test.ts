/** Entries of a secure store that can't be decrypted, for example because a backup was restored. docs/laws.md native-2. */
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { sameTokens, type StoredTokens, TokenStore } from "../../../layers/session/TokenStore.ts"
import { createClient, layerNative, layerSecureStore, type SecureStore } from "../../../src/native/index.ts"
import { project } from "../../support/contract/project.ts"
import { overBothTransports } from "../../support/platform/transports.ts"
import { scriptedDevice } from "./scriptedDevice.ts"
import { scriptedSecureStore } from "./scriptedSecureStore.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

const tokens = (refresh: string, length: number): StoredTokens => ({
  refreshToken: Redacted.make(refresh),
  accessToken: Redacted.make("A".repeat(length))
})

const open = (module: SecureStore) =>
  Effect.map(Layer.build(Layer.fresh(Layer.provide(layerSecureStore(module), project))), Context.get(TokenStore))

/** A store whose earlier entries can't be decrypted until each one is written or deleted. */
const restoredStore = (unreadable: ReadonlySet<string> | "all") => {
  const values = new Map<string, string>()
  const touched = new Set<string>()
  const module = {
    getItemAsync: async (key: string) => {
      if (!touched.has(key) && (unreadable === "all" || unreadable.has(key))) throw new Error("cannot decrypt")
      return values.get(key) ?? null
    },
    setItemAsync: async (key: string, value: string) => {
      touched.add(key)
      values.set(key, value)
    },
    deleteItemAsync: async (key: string) => {
      touched.add(key)
      values.delete(key)
    }
  }
  return { module, values }
}

describe("a secure store with entries that can't be decrypted", () => {
  for (const length of [10, 5000]) {
    it.effect(`native-2: a new session with ${length} characters replaces entries that can't be decrypted`, () =>
      Effect.gen(function*() {
        const { module } = restoredStore("all")
        const store = yield* open(module)

        const error = yield* Effect.flip(store.get)
        const isStored = yield* store.compareAndSet(null, tokens("R", length))
        const next = yield* open(module)

        assert.strictEqual(error.operation, "read")
        assert.isTrue(isStored)
        assert.isTrue(sameTokens(yield* next.get, tokens("R", length)))
      }))
  }

  it.effect("native-2: a sign-out deletes a session that can't be decrypted", () =>
    Effect.gen(function*() {
      const secure = scriptedSecureStore()
      const name = "latchkey-session"
      const held = tokens("R", 5000)
      yield* Layer.build(Layer.fresh(Layer.provide(layerSecureStore(secure.module, { key: name }), project))).pipe(
        Effect.flatMap((context) => Context.get(context, TokenStore).compareAndSet(null, held))
      )
      const unreadable = new Set(
        [...secure.entries.keys()].filter((key) => !/\.\d$/.test(key) || key.split(".").length > 2)
      )
      const { module, values } = restoredStore(unreadable)
      for (const [key, value] of secure.entries) values.set(key, value)
      const store = Context.get(
        yield* Layer.build(Layer.fresh(Layer.provide(layerSecureStore(module, { key: name }), project))),
        TokenStore
      )

      const isRemoved = yield* store.compareAndSet(held, null)

      assert.isAbove(unreadable.size, 1)
      assert.isTrue(isRemoved)
      assert.strictEqual(values.size, 0)
    }))

  it.effect("native-2: a store that fails once is read again before it is written", () =>
    Effect.gen(function*() {
      const secure = scriptedSecureStore()
      yield* (yield* open(secure.module)).compareAndSet(null, tokens("R", 10))
      let failures = 1
      const store = yield* open({
        ...secure.module,
        getItemAsync: async (key: string) => {
          if (failures-- > 0) throw new Error("busy")
          return secure.module.getItemAsync(key)
        }
      })

      const isReplaced = yield* store.compareAndSet(null, tokens("R2", 10))

      assert.isFalse(isReplaced)
      assert.isTrue(sameTokens(yield* store.get, tokens("R", 10)))
    }))

  it.effect("Y2: a locked device rejects a new session, and keeps the old one", () =>
    Effect.gen(function*() {
      const secure = scriptedSecureStore()
      const store = yield* open(secure.module)
      yield* store.compareAndSet(null, tokens("R", 5000))

      secure.lock()
      const error = yield* Effect.flip(store.compareAndSet(null, tokens("R2", 10)))
      secure.unlock()

      assert.strictEqual(error._tag, "TokenStoreFailed")
      assert.isTrue(sameTokens(yield* store.get, tokens("R", 5000)))
    }))
})

overBothTransports(({ start }) => {
  describe("a native app after a backup is restored", () => {
    it("native-2: a sign-in survives the next start", async () => {
      await using platform = await start({ users: [ada] })
      const { module } = restoredStore("all")
      const begin = () =>
        createClient({
          ...platform.options,
          tokenStore: layerSecureStore(module),
          native: layerNative({ scheme: "myapp", ...scriptedDevice() })
        })

      const first = begin()
      await first.signIn.withPassword(ada)
      await first.dispose()
      const second = begin()
      const user = await second.currentUser.get()
      await second.dispose()

      assert.strictEqual(user?.primaryEmail, ada.email)
    })
  })
})
