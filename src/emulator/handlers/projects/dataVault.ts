/** Encrypted values of the data vault. docs/platform.md §22. */
import * as Effect from "effect/Effect"
import * as DataVault from "../../../../schemas/endpoints/dataVault.ts"
import {
  DataVaultStoreDoesNotExist,
  DataVaultStoreHashedKeyDoesNotExist
} from "../../../../schemas/errors/dataVault.ts"
import { handle } from "../../request/index.ts"
import { type Project, success } from "../../state/index.ts"

/** Returns the values of a store that the project's configuration has. */
const valuesOf = ({ configRest, vault }: Project, storeId: string) => {
  const { stores } = (configRest["dataVault"] ?? {}) as { readonly stores?: object }
  if (!Object.hasOwn(stores ?? {}, storeId)) return Effect.fail(new DataVaultStoreDoesNotExist({ storeId }))
  const values = vault.get(storeId) ?? new Map<string, string>()
  vault.set(storeId, values)
  return Effect.succeed(values)
}

/** `/data-vault/stores` */
export const handlers = handle(DataVault, {
  get: ({ hashedKey, id }, { project }) =>
    Effect.gen(function*() {
      const encryptedValue = (yield* valuesOf(project, id)).get(hashedKey)
      return encryptedValue === undefined
        ? yield* Effect.fail(new DataVaultStoreHashedKeyDoesNotExist({ storeId: id, hashedKey }))
        : { encryptedValue }
    }),

  set: ({ encryptedValue, hashedKey, id }, { project }) =>
    Effect.gen(function*() {
      const values = yield* valuesOf(project, id)
      values.set(hashedKey, encryptedValue)
      return success
    })
})
