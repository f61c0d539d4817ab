/** Where the layers of `latchkey/accounts` keep accounts. */
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { afterEach, vi } from "vitest"
import { type StoredTokens, TokenStore } from "../../../layers/session/TokenStore.ts"
import { Accounts } from "../../../src/accounts/index.ts"
import { accessToken, project, projectId } from "../../support/contract/project.ts"

const tokens = (sub: string): StoredTokens => ({
  refreshToken: Redacted.make(`session of ${sub}`),
  accessToken: Redacted.make(accessToken({ sub }))
})

const open = <E>(layer: Layer.Layer<TokenStore, E, never>) =>
  Effect.map(Layer.build(Layer.fresh(layer)), Context.get(TokenStore))

/** Sets Ada aside in a store, and then returns the users that another store lists. */
const seenBy = (one: TokenStore["Service"], other: TokenStore["Service"]) =>
  Effect.gen(function*() {
    yield* one.compareAndSet(null, tokens("Ada"))
    yield* one.accounts!.vacate
    return (yield* other.accounts!.list).map(({ userId }) => userId)
  })

/** Local storage of a page. */
const scriptedStorage = () => {
  const texts = new Map<string, string>()
  return {
    texts,
    storage: {
      getItem: (key: string) => texts.get(key) ?? null,
      setItem: (key: string, value: string) => void texts.set(key, value),
      removeItem: (key: string) => void texts.delete(key)
    }
  }
}

/** A page without cookies. */
const page = (localStorage: PropertyDescriptor) => {
  vi.stubGlobal("document", { cookie: "" })
  vi.stubGlobal("localStorage", undefined)
  Object.defineProperty(globalThis, "localStorage", { configurable: true, ...localStorage })
}

afterEach(() => vi.unstubAllGlobals())

describe("the layers of accounts", () => {
  for (
    const [name, layer] of Object.entries({
      "Accounts.layerMemory": Accounts.layerMemory,
      "Accounts.layerBrowser outside a browser": Accounts.layerBrowser
    })
  ) {
    it.effect(`${name} keeps the accounts of each store in its own memory`, () =>
      Effect.gen(function*() {
        const stores = [
          yield* open(Layer.provide(layer(), project)),
          yield* open(Layer.provide(layer(), project))
        ] as const

        assert.deepStrictEqual(yield* seenBy(stores[0], stores[1]), [])
        assert.deepStrictEqual(yield* seenBy(stores[1], stores[1]), ["Ada"])
      }))
  }

  it.effect("Accounts.layerBrowser keeps the accounts that aren't active in local storage, under a custom key if one is given", () =>
    Effect.gen(function*() {
      const { storage, texts } = scriptedStorage()
      page({ value: storage })
      const [one, other, own] = [
        yield* open(Layer.provide(Accounts.layerBrowser(), project)),
        yield* open(Layer.provide(Accounts.layerBrowser(), project)),
        yield* open(Layer.provide(Accounts.layerBrowser({ key: "own" }), project))
      ]

      const seen = yield* seenBy(one, other)
      const byOwn = (yield* own.accounts!.list).length
      yield* seenBy(own, own)

      assert.deepStrictEqual([seen, byOwn], [["Ada"], 0])
      assert.deepStrictEqual([...texts.keys()], [`latchkey-accounts-${projectId}`, "own"])
    }))

  for (
    const [problem, descriptor] of Object.entries<PropertyDescriptor>({
      "is null": { value: null },
      "throws": {
        get: () => {
          throw new Error("SecurityError")
        }
      }
    })
  ) {
    it.effect(`accounts-3: Accounts.layerBrowser keeps accounts in memory if local storage ${problem}`, () =>
      Effect.gen(function*() {
        page(descriptor)
        const [one, other] = [
          yield* open(Layer.provide(Accounts.layerBrowser(), project)),
          yield* open(Layer.provide(Accounts.layerBrowser(), project))
        ]

        assert.deepStrictEqual(yield* seenBy(one, other), [])
        assert.deepStrictEqual((yield* one.accounts!.list).map(({ userId }) => userId), ["Ada"])
      }))
  }

  it.effect("outside a browser, Accounts.layerBrowser doesn't use the local storage of the runtime", () =>
    Effect.gen(function*() {
      const { storage, texts } = scriptedStorage()
      vi.stubGlobal("localStorage", storage)
      const store = yield* open(Layer.provide(Accounts.layerBrowser(), project))

      yield* seenBy(store, store)

      assert.strictEqual(texts.size, 0)
    }))
})
