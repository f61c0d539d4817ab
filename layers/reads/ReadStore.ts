/** Storage of persisted reads, so that the next start of the program can show them. docs/policies.md. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { KeyValueStore } from "effect/persistence/KeyValueStore"
import { Project } from "../call/index.ts"

/** Options for a key-value store. */
export interface ReadStoreOptions {
  /** Prefix of all keys. @default `latchkey-reads-`, the project's id and `-` */
  readonly prefix?: string | undefined
}

/**
 * Stores strings by key. You can implement it with a file, a database or the storage of a native shell. The store may
 * be slow and may fail: reads then work without it. The store needs no locks, because reads send one command at a time.
 *
 * ```ts
 * const store = Layer.succeed(ReadStore.ReadStore, {
 *   get: (key) => Effect.sync(() => texts.get(key)),
 *   set: (key, text) => Effect.sync(() => void texts.set(key, text)),
 *   remove: (key) => Effect.sync(() => void texts.delete(key)),
 *   clear: Effect.sync(() => texts.clear())
 * })
 * const layer = PersistedReadCache.layer().pipe(Layer.provide(store), Layer.provideMerge(Client.layer(project)))
 * ```
 */
export class ReadStore extends Context.Service<ReadStore, {
  /** Gets a string; `undefined` if there is none. */
  readonly get: (key: string) => Effect.Effect<string | undefined, unknown>
  readonly set: (key: string, text: string) => Effect.Effect<void, unknown>
  readonly remove: (key: string) => Effect.Effect<void, unknown>
  /** Removes every string that reads have written, after a sign-out. */
  readonly clear: Effect.Effect<void, unknown>
}>()("latchkey/ReadStore") {}

/** A store over Effect's `KeyValueStore`: local storage, files, a database. */
export const layerKeyValue = (
  options: ReadStoreOptions = {}
): Layer.Layer<ReadStore, never, KeyValueStore | Project> =>
  Layer.effect(
    ReadStore,
    Effect.gen(function*() {
      const store = yield* KeyValueStore
      const { id } = yield* Project
      const prefix = options.prefix ?? `latchkey-reads-${id}-`
      return {
        get: (key) => store.get(prefix + key),
        set: (key, text) => store.set(prefix + key, text),
        remove: (key) => store.remove(prefix + key),
        clear: store.clearPrefix(prefix)
      }
    })
  )
