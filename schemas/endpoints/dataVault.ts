/** Encrypted values of the project, in named stores. The platform can read neither keys nor values. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { Success } from "../entities/responses.ts"
import { DataVaultStoreDoesNotExist, DataVaultStoreHashedKeyDoesNotExist } from "../errors/dataVault.ts"
import { wireStruct } from "../wireNames.ts"

const place = {
  /** The id of the store. */
  id: Schema.String,
  /** The hash of the value's key. The same key and secret always have the same hash. */
  hashedKey: Schema.NonEmptyString
}

/** Returns an encrypted value as it was stored. Since revision 2026-04. */
export const get = endpoint("server", "dataVault.get", "POST /data-vault/stores/{id}/get", {
  since: "2026-04",
  input: place,
  output: wireStruct({ encryptedValue: Schema.String }),
  errors: [DataVaultStoreDoesNotExist, DataVaultStoreHashedKeyDoesNotExist],
  idempotent: true
})

/** Stores an encrypted value, replacing the previous value of the same key. Since revision 2026-04. */
export const set = endpoint("server", "dataVault.set", "POST /data-vault/stores/{id}/set", {
  since: "2026-04",
  input: { ...place, encryptedValue: Schema.String },
  output: Success,
  errors: [DataVaultStoreDoesNotExist],
  idempotent: true
})
