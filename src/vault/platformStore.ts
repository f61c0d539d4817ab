/** The store of the data vault's encrypted values: the platform by default. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ServerAccess } from "../../schemas/access.ts"
import * as DataVault from "../../schemas/endpoints/dataVault.ts"
import type { CallError } from "../../schemas/errors/CallError.ts"
import type { DataVaultStoreDoesNotExist } from "../../schemas/errors/dataVault.ts"
import type { VaultStoreFailed } from "../errors/index.ts"

/** Errors of a store. */
export type VaultStoreError = CallError | DataVaultStoreDoesNotExist | VaultStoreFailed

/** Key of a value in a store. */
export interface VaultPlace {
  /** Id of the store in the project's configuration. */
  readonly store: string
  readonly hashedKey: string
}

/** Stores encrypted values, at most one for each store and key. */
export interface CurrentVaultStore {
  readonly get: (place: VaultPlace) => Effect.Effect<Option.Option<string>, VaultStoreError, ServerAccess>
  readonly set: (place: VaultPlace, encryptedValue: string) => Effect.Effect<void, VaultStoreError, ServerAccess>
}

const platform: CurrentVaultStore = {
  get: ({ hashedKey, store }) =>
    DataVault.get({ id: store, hashedKey }).pipe(
      Effect.map(({ encryptedValue }) => Option.some(encryptedValue)),
      Effect.catchTag("DataVaultStoreHashedKeyDoesNotExist", () => Effect.succeedNone)
    ),
  set: ({ hashedKey, store }, encryptedValue) => Effect.asVoid(DataVault.set({ id: store, hashedKey, encryptedValue }))
}

/** The store of `dataVault`. @default the platform */
export const CurrentVaultStore = Context.Reference<CurrentVaultStore>("latchkey/VaultStore", {
  defaultValue: () => platform
})
