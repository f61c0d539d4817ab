/** Encrypted values of the data vault. docs/platform.md §22. */
import * as Effect from "effect/Effect"
import * as DataVault from "../../../../schemas/endpoints/dataVault.ts"
import {
  DataVaultStoreDoesNotExist,
  DataVaultStoreHashedKeyDoesNotExist
} from "../../../../schemas/errors/dataVault.ts"
import { type ApiRequest, handle } from "../../request/index.ts"
import { type Project, success } from "../../state/index.ts"

/** Returns the name of the store in a request's path. The platform doesn't decode it. */
const storeIn = ({ incoming }: ApiRequest): string => /\/stores\/([^/]+)\//.exec(incoming.url.pathname)?.[1] ?? ""

/** Returns the values of a store, which must be in the project's configuration. */
const valuesOf = ({ configRest, vault }: Project, storeId: string) => {
  const { stores } = (configRest["dataVault"] ?? {}) as { readonly stores?: object }
  if (!Object.hasOwn(stores ?? {}, storeId)) return Effect.fail(new DataVaultStoreDoesNotExist({ storeId }))
  const values = vault.get(storeId) ?? new Map<string, string>()
  vault.set(storeId, values)
  return Effect.succeed(values)
}

/** `/data-vault/stores` */
export const handlers = handle(DataVault, {
  get: ({ hashedKey }, request) =>
    Effect.gen(function*() {
      const storeId = storeIn(request)
      const encryptedValue = (yield* valuesOf(request.project, storeId)).get(hashedKey)
      return encryptedValue === undefined
        ? yield* Effect.fail(new DataVaultStoreHashedKeyDoesNotExist({ storeId, hashedKey }))
        : { encryptedValue }
    }),

  set: ({ encryptedValue, hashedKey }, request) =>
    Effect.gen(function*() {
      const values = yield* valuesOf(request.project, storeIn(request))
      values.set(hashedKey, encryptedValue)
      return success
    })
})
