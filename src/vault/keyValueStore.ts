/** The data vault's encrypted values in a key-value store. A separate file, because the promise API doesn't use it. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { KeyValueStore } from "effect/persistence/KeyValueStore"
import { VaultStoreFailed } from "../errors/index.ts"
import { CurrentVaultStore, type VaultPlace } from "./platformStore.ts"

/** Options for a key-value store. */
export interface VaultStoreOptions {
  /** Prefix of all keys. @default "latchkey-vault/" */
  readonly prefix?: string | undefined
}

/**
 * Stores the encrypted values in Effect's `KeyValueStore`: a database, files, or memory in tests. Values and keys are
 * encrypted and hashed as for the platform, so that they can be moved there.
 */
export const layerKeyValue = (options: VaultStoreOptions = {}): Layer.Layer<never, never, KeyValueStore> =>
  Layer.effect(
    CurrentVaultStore,
    Effect.map(KeyValueStore, (values): CurrentVaultStore => {
      const { prefix = "latchkey-vault/" } = options
      const nameOf = ({ hashedKey, store }: VaultPlace) => `${prefix}${encodeURIComponent(store)}/${hashedKey}`
      const failed = Effect.mapError((cause: unknown) => new VaultStoreFailed({ cause }))
      return {
        get: (place) => failed(Effect.map(values.get(nameOf(place)), Option.fromUndefinedOr)),
        set: (place, encryptedValue) => failed(values.set(nameOf(place), encryptedValue))
      }
    })
  )
