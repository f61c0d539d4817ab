/** Where the data vault's encrypted values are stored: on the platform, or in a store of your own. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { KeyValueStore } from "effect/persistence/KeyValueStore"
import type { ServerAccess } from "../../schemas/access.ts"
import * as DataVault from "../../schemas/endpoints/dataVault.ts"
import type { CallError } from "../../schemas/errors/CallError.ts"
import type { DataVaultStoreDoesNotExist } from "../../schemas/errors/dataVault.ts"
import { VaultStoreFailed } from "../errors/index.ts"

/** Errors of a store. */
export type VaultStoreError = CallError | DataVaultStoreDoesNotExist | VaultStoreFailed

/** Place of a value. */
export interface VaultPlace {
  /** Id of the store in the project's configuration. */
  readonly store: string
  readonly hashedKey: string
}

/** Stores encrypted values. The same place always holds at most one value. */
export interface VaultStore {
  readonly get: (place: VaultPlace) => Effect.Effect<Option.Option<string>, VaultStoreError, ServerAccess>
  readonly set: (place: VaultPlace, encryptedValue: string) => Effect.Effect<void, VaultStoreError, ServerAccess>
}

const platform: VaultStore = {
  get: ({ hashedKey, store }) =>
    DataVault.get({ id: store, hashedKey }).pipe(
      Effect.map(({ encryptedValue }) => Option.some(encryptedValue)),
      Effect.catchTag("DataVaultStoreHashedKeyDoesNotExist", () => Effect.succeedNone)
    ),
  set: ({ hashedKey, store }, encryptedValue) => Effect.asVoid(DataVault.set({ id: store, hashedKey, encryptedValue }))
}

/** The store of `dataVault`. @default the platform */
export const VaultStore = Context.Reference<VaultStore>("latchkey/VaultStore", { defaultValue: () => platform })

/** Options of a key-value store. */
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
    VaultStore,
    Effect.map(KeyValueStore, (values): VaultStore => {
      const { prefix = "latchkey-vault/" } = options
      const nameOf = ({ hashedKey, store }: VaultPlace) => `${prefix}${encodeURIComponent(store)}/${hashedKey}`
      const failed = Effect.mapError((cause: unknown) => new VaultStoreFailed({ cause }))
      return {
        get: (place) => failed(Effect.map(values.get(nameOf(place)), Option.fromUndefinedOr)),
        set: (place, encryptedValue) => failed(values.set(nameOf(place), encryptedValue))
      }
    })
  )
