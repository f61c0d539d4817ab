import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import {
  layerExplicit,
  layerMemory,
  layerNone,
  sameTokens,
  type StoredTokens,
  tokensIn,
  TokenStore,
  TokenStoreFailed
} from "../../../layers/session/TokenStore.ts"

const tokens = (access: string | undefined, refresh: string | undefined = "refresh"): StoredTokens => ({
  accessToken: access === undefined ? undefined : Redacted.make(access),
  refreshToken: refresh === undefined ? undefined : Redacted.make(refresh)
})

const open = Effect.map(Layer.build(Layer.fresh(layerMemory())), Context.get(TokenStore))

/** Generates every order in which the fibers can take their turns. */
function* ordersOf(fibers: number, turns: number): Generator<ReadonlyArray<number>> {
  const left = Array<number>(fibers).fill(turns)
  const order: Array<number> = []
  function* go(): Generator<ReadonlyArray<number>> {
    if (order.length === fibers * turns) yield order
    for (let fiber = 0; fiber < fibers; fiber++) {
      if (left[fiber] === 0) continue
      left[fiber]!--
      order.push(fiber)
      yield* go()
      order.pop()
      left[fiber]!++
    }
  }
  yield* go()
}

describe("TokenStore.layerMemory", () => {
  it.effect("D12: in each of the 34,650 orders of 3 fibers × 4 operations, a write to the store succeeds only if it expects the latest value", () =>
    Effect.gen(function*() {
      const store = yield* open
      const names = [0, 1, 2].map((fiber) => [1, 2].map((round) => tokens(`fiber ${fiber}, round ${round}`)))
      let orders = 0

      for (const order of ordersOf(3, 4)) {
        const seen: Array<StoredTokens | null> = [null, null, null]
        const turns = [0, 0, 0]
        let last: StoredTokens | null = null
        let wins = 0
        for (const fiber of order) {
          const turn = turns[fiber]!++
          if (turn % 2 === 0) {
            seen[fiber] = yield* store.get
          } else {
            const next = names[fiber]![turn >> 1]!
            const won = yield* store.compareAndSet(seen[fiber]!, next)
            if (won !== sameTokens(seen[fiber]!, last)) assert.fail(`${order.join("")}: a lost update`)
            if (won) [last, wins] = [next, wins + 1]
          }
        }
        if (wins < 2 || !sameTokens(yield* store.get, last)) assert.fail(`${order.join("")}: lost the last write`)
        yield* store.compareAndSet(last, null)
        orders++
      }

      assert.strictEqual(orders, 34_650)
    }))

  it.effect("the memory token store emits the current tokens and every change to all watchers", () =>
    Effect.gen(function*() {
      const store = yield* open
      const watched = yield* Effect.forkChild(Stream.runCollect(Stream.take(store.changes, 3)), {
        startImmediately: true
      })

      yield* store.compareAndSet(null, tokens("one"))
      yield* store.compareAndSet(tokens("one"), null)

      const seen = yield* Fiber.join(watched)
      assert.deepStrictEqual(seen.map((each) => each === null ? null : Redacted.value(each.accessToken!)), [
        null,
        "one",
        null
      ])
    }))

  it.effect("TokenStore.layerMemory is a separate store each time it is built", () =>
    Effect.gen(function*() {
      const one = yield* open
      const other = yield* open

      yield* one.compareAndSet(null, tokens("one"))

      assert.isNull(yield* other.get)
    }))
})

describe("TokenStore.layerExplicit", () => {
  it.effect("TokenStore.layerExplicit starts with the given tokens", () =>
    Effect.gen(function*() {
      const store = yield* TokenStore

      assert.isTrue(sameTokens(yield* store.get, tokens("given")))
    }).pipe(Effect.provide(layerExplicit(tokens("given")))))
})

describe("TokenStore.layerNone", () => {
  it.effect("TokenStore.layerNone is always empty and rejects writes", () =>
    Effect.gen(function*() {
      const store = yield* TokenStore

      const refused = yield* Effect.flip(store.compareAndSet(null, tokens("one")))

      assert.isNull(yield* store.get)
      assert.isTrue(yield* store.compareAndSet(null, null))
      assert.instanceOf(refused, TokenStoreFailed)
      assert.deepStrictEqual(yield* Stream.runCollect(store.changes), [])
    }).pipe(Effect.provide(layerNone())))
})

describe("sameTokens", () => {
  it("sameTokens compares unwrapped tokens and treats a record without tokens as null", () => {
    assert.isTrue(sameTokens(tokens("a"), tokens("a")))
    assert.isFalse(sameTokens(tokens("a"), tokens("b")))
    assert.isFalse(sameTokens(tokens("a", "r"), tokens("a", "s")))
    assert.isFalse(sameTokens(tokens("a"), null))
    assert.isTrue(sameTokens({ accessToken: undefined, refreshToken: undefined }, null))
  })
})

describe("tokensIn", () => {
  it("D14: tokensIn accepts only records of redacted strings", () => {
    const wrapped = Redacted.make("t")
    const odd = [undefined, 1, "t", [], {}, { accessToken: "bare" }, { accessToken: Redacted.make(1) }, {
      accessToken: null
    }]

    assert.deepStrictEqual(odd.map(tokensIn), [
      undefined,
      undefined,
      undefined,
      null,
      null,
      ...Array(3).fill(undefined)
    ])
    assert.deepStrictEqual(tokensIn({ accessToken: wrapped, more: 1 }), {
      accessToken: wrapped,
      refreshToken: undefined
    })
  })
})

describe("TokenStoreFailed", () => {
  it("TokenStoreFailed has a message with the failed operation, the reason and the consequence", () => {
    assert.strictEqual(
      new TokenStoreFailed({ operation: "write", problem: "the quota is used up" }).message,
      "The token store could not be written: the quota is used up. "
        + "The session is kept in memory only and ends with this program."
    )
  })
})
