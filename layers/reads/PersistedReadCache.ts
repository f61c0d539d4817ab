/**
 * Cached reads that start with persisted values. A separate file, so that only bundles that use it contain it.
 * docs/policies.md
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { KeyValueStore } from "effect/persistence/KeyValueStore"
import type { ClientAccess } from "../../schemas/access.ts"
import type { Project } from "../call/index.ts"
import { built, type ReadCache } from "./Reads.ts"
import { layerKeyValue as layerReadStore, ReadStore, type ReadStoreOptions } from "./ReadStore.ts"
import { makeStoredReads, type StoredOptions } from "./storedReads.ts"

export type { ReadStoreOptions } from "./ReadStore.ts"
export type { StoredOptions } from "./storedReads.ts"

/**
 * Like `ReadCache.layer`, but starts with the values in the {@link ReadStore}, and requests them again. Persists reads
 * whose schema has no secret, and removes everything at sign-out and when another user signs in.
 */
export const layer = (
  options: StoredOptions = {}
): Layer.Layer<ReadCache | ClientAccess, never, ClientAccess | ReadStore> =>
  Layer.fresh(
    Layer.effectContext(Effect.flatMap(ReadStore, (store) =>
      built(undefined, (fork) => (shown) =>
        makeStoredReads(store, options, fork, shown))))
  )

/**
 * Like {@link layer}, but over Effect's `KeyValueStore`. In a browser:
 *
 * ```ts
 * const layer = PersistedReadCache.layerKeyValue().pipe(
 *   Layer.provide(KeyValueStore.layerStorage(() => localStorage)),
 *   Layer.provideMerge(Client.layer({ projectId }))
 * )
 * ```
 */
export const layerKeyValue = (
  options: StoredOptions & ReadStoreOptions = {}
): Layer.Layer<ReadCache | ClientAccess, never, ClientAccess | KeyValueStore | Project> =>
  Layer.provide(layer(options), layerReadStore(options))
