/** Stores the session in Effect's `KeyValueStore`, which can be backed by local storage, a database or Redis. */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { KeyValueStore } from "effect/persistence/KeyValueStore"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { Tabs } from "../browser/index.ts"
import { Listeners, Project } from "../call/index.ts"
import { entryLockOf } from "./mutex.ts"
import { tokensFromText, tokensToText } from "./storedText.ts"
import { refreshLockOf, sameTokens, type StoredTokens, TokenStore, TokenStoreFailed } from "./TokenStore.ts"
import { valueStream } from "./valueStream.ts"

/** Options for the store. */
export interface KeyValueOptions {
  /** @default `latchkey-session-` followed by the project's id */
  readonly key?: string | undefined
}

/**
 * Keeps the session in the `KeyValueStore`, as one string under one key. Tabs that share local storage notify one
 * another of changes, and refresh one at a time.
 *
 * Compare-and-set is atomic among programs that share the `KeyValueStore`, and among tabs with Web Locks. If other
 * processes write at the same time, both writes may succeed and the later one wins, because such a store can't compare.
 */
export const layerKeyValue = (options: KeyValueOptions = {}): Layer.Layer<TokenStore, never, KeyValueStore | Project> =>
  Layer.effect(TokenStore, Effect.suspend(() => make(options)))

const make = (
  options: KeyValueOptions
): Effect.Effect<TokenStore["Service"], never, KeyValueStore | Project | Scope.Scope> =>
  Effect.gen(function*() {
    const store = yield* KeyValueStore
    const { id } = yield* Project
    const tabs = yield* Tabs
    const key = options.key ?? `latchkey-session-${id}`
    const locked = entryLockOf(store, tabs, key)
    let last: StoredTokens | null = null
    let changes = 0
    const listeners = new Listeners()
    const notifyListeners = () => {
      changes++
      listeners.notify()
    }
    const channel = tabs.join(`session in ${key}`, notifyListeners)
    yield* Effect.addFinalizer(() => Effect.sync(channel.leave))

    const get = Effect.mapError(
      Effect.map(Effect.suspend(() => store.get(key)), (text) => {
        const found = tokensFromText(text)
        if (!sameTokens(found, last)) last = found
        return last
      }),
      () => failed("read")
    )
    return TokenStore.of({
      kind: "a key-value store",
      get,
      compareAndSet: (expected, next) =>
        locked(Effect.gen(function*() {
          if (!sameTokens(yield* get, expected)) return false
          yield* Effect.mapError(
            Effect.suspend(() => next === null ? store.remove(key) : store.set(key, tokensToText(next))),
            () => failed("write")
          )
          last = next
          channel.notify()
          notifyListeners()
          return true
        })),
      // `mapEffect` would add 3 kB, because it can run concurrently.
      changes: Stream.transformPull(
        valueStream(() => changes, (listener) => listeners.subscribe(listener)),
        (pull) => Effect.succeed(Effect.andThen(pull, Effect.map(Effect.orElseSucceed(get, () => last), Arr.of)))
      ),
      withRefreshLock: refreshLockOf(tabs, `session in ${key}`)
    })
  })

/** Leaves out the store's own message, because it may quote the value to be written. */
const failed = (operation: "read" | "write") =>
  new TokenStoreFailed({ operation, problem: "the key-value store failed" })
