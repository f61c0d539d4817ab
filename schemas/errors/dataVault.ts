/** Errors about the data vault, which keeps encrypted values in named stores. Not in the 2025-08 release. */
import * as Schema from "effect/Schema"
import { KnownError } from "../KnownError.ts"
import { named } from "./words.ts"

/**
 * The project has no data vault store with this id. Not in the 2025-08 release.
 *
 * @cause The id is mistyped, or the store was never created in this project.
 * @fix Create the store in the dashboard, or correct its id.
 */
export class DataVaultStoreDoesNotExist extends KnownError("DataVaultStoreDoesNotExist", {
  code: "DATA_VAULT_STORE_DOES_NOT_EXIST",
  status: 400,
  details: { storeId: Schema.String },
  message: ({ storeId }) =>
    `The project has no ${storeId ? named("data vault store", storeId) : "such data vault store"}. ` +
    "Create it in the dashboard, or check its id."
}) {}

/**
 * The store has no value under this key. Code that reads can treat this error as a missing value.
 *
 * @cause No value was set under this key.
 * @fix Treat the error as "no value", or set a value first.
 */
export class DataVaultStoreHashedKeyDoesNotExist extends KnownError("DataVaultStoreHashedKeyDoesNotExist", {
  code: "DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST",
  status: 400,
  details: { storeId: Schema.String, hashedKey: Schema.String },
  message: ({ storeId }) =>
    `The data vault ${named("store", storeId)} has no value under this key. Set one before reading it.`
}) {}
