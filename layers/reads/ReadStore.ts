/** Where shared reads keep what was last seen, so that the next start can show it. docs/policies.md. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { KeyValueStore } from "effect/persistence/KeyValueStore"
import { Project } from "../call/index.ts"

/** Where in a key-value store. */
export interface ReadStoreOptions {
  /** What the names of all keys begin with. @default `latchkey-reads-`, the project's id and `-` */
  readonly prefix?: string | undefined
}

/**
 * Texts by key. Write one of your own over whatever there is: a file, a database, the storage of a native shell. It may
 * be slow and it may fail: reads then go on without it. It needs no order and no locks, for one command is under way at
 * a time.
 *
 * ```ts
 * const store = Layer.succeed(ReadStore, {
 *   get: (key) => Effect.sync(() => texts.get(key)),
 *   set: (key, text) => Effect.sync(() => void texts.set(key, text)),
 *   remove: (key) => Effect.sync(() => void texts.delete(key)),
 *   clear: Effect.sync(() => texts.clear())
 * })
 * const layer = layerStoredReads().pipe(Layer.provide(store), Layer.provideMerge(Client.layer(project)))
 * ```
 */
export class ReadStore extends Context.Service<ReadStore, {
  /** `undefined`: there is none. */
  readonly get: (key: string) => Effect.Effect<string | undefined, unknown>
  readonly set: (key: string, text: string) => Effect.Effect<void, unknown>
  readonly remove: (key: string) => Effect.Effect<void, unknown>
  /** Removes every text that reads have written here: somebody signed out. */
  readonly clear: Effect.Effect<void, unknown>
}>()("latchkey/ReadStore") {
  /** Effect's own store of texts: local storage, files, a database. */
  static readonly layerKeyValue = (
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
}
