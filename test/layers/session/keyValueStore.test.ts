import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { type KeyValueOptions, layerKeyValue } from "../../../layers/session/keyValueStore.ts"
import { sameTokens, type StoredTokens, TokenStore, TokenStoreFailed } from "../../../layers/session/TokenStore.ts"
import { project, projectId } from "../../support/contract/project.ts"

const tokens = (refresh: string, access: string | undefined): StoredTokens => ({
  refreshToken: Redacted.make(refresh),
  accessToken: access === undefined ? undefined : Redacted.make(access)
})

const texts = Effect.map(Layer.build(Layer.fresh(KeyValueStore.layerMemory)), Context.get(KeyValueStore.KeyValueStore))

const open = (over: KeyValueStore.KeyValueStore, options?: KeyValueOptions) =>
  Effect.map(
    Layer.build(
      Layer.provide(layerKeyValue(options), [Layer.succeed(KeyValueStore.KeyValueStore, over), project])
    ),
    Context.get(TokenStore)
  )

describe("layerKeyValue", () => {
  it.effect("layerKeyValue stores the session under a key of the project for the next program", () =>
    Effect.gen(function*() {
      const over = yield* texts
      const store = yield* open(over)

      assert.isTrue(yield* store.compareAndSet(null, tokens("R", "A")))

      assert.deepStrictEqual(JSON.parse((yield* over.get(`latchkey-session-${projectId}`))!), {
        version: 1,
        refreshToken: "R",
        accessToken: "A"
      })
      assert.isTrue(sameTokens(yield* (yield* open(over)).get, tokens("R", "A")))
      assert.isTrue(yield* store.compareAndSet(tokens("R", "A"), null))
      assert.isTrue(yield* over.isEmpty)
    }))

  it.effect("D12: only one of several concurrent writers that expect the same value succeeds in writing to a key-value store", () =>
    Effect.gen(function*() {
      const store = yield* open(yield* texts)

      const won = yield* Effect.forEach(
        Array.from(Array(20).keys()),
        (each) => Effect.andThen(Effect.yieldNow, store.compareAndSet(null, tokens(`R${each}`, undefined))),
        { concurrency: "unbounded" }
      )

      assert.strictEqual(won.filter(Boolean).length, 1)
    }))

  it.effect("layerKeyValue notifies watchers of every change", () =>
    Effect.gen(function*() {
      const store = yield* open(yield* texts, { key: "elsewhere" })
      const watched = yield* Effect.forkChild(Stream.runCollect(Stream.take(store.changes, 2)), {
        startImmediately: true
      })
      yield* Effect.yieldNow

      yield* store.compareAndSet(null, tokens("R", "A"))

      assert.isTrue(sameTokens((yield* Fiber.join(watched))[1]!, tokens("R", "A")))
    }))

  for (const text of ["", "nonsense", "[]", "null", "7", "{}", "{\"refreshToken\":7}", "{\"refreshToken\":\"\"}"]) {
    it.effect(`I5: layerKeyValue treats the invalid string ${JSON.stringify(text)} as no session and replaces it with the next write`, () =>
      Effect.gen(function*() {
        const over = yield* texts
        yield* over.set("key", text)
        const store = yield* open(over, { key: "key" })

        assert.isNull(yield* store.get)
        assert.isTrue(yield* store.compareAndSet(null, tokens("R", "A")))
      }))
  }

  it.effect("E8: layerKeyValue fails with a typed error without the written value if the store fails", () =>
    Effect.gen(function*() {
      const failingWith = (method: string) =>
        Effect.fail(new KeyValueStore.KeyValueStoreError({ method, message: "quota: secret R" }))
      const over = yield* texts
      const store = yield* open({ ...over, set: () => failingWith("set") })
      const unreadable = yield* open({ ...over, get: () => failingWith("get") })

      const written = yield* Effect.flip(store.compareAndSet(null, tokens("R", "A")))
      const read = yield* Effect.flip(unreadable.get)

      for (const error of [written, read]) {
        assert.instanceOf(error, TokenStoreFailed)
        assert.notInclude(JSON.stringify(error) + error.message, "secret")
      }
    }))
})
