import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * Your own store of the data vault failed to read or write a value. `cause` contains the store's error.
 *
 * @cause The database or the file system of the `VaultStore` layer failed.
 * @fix Fix the store, and repeat the call. Writing the same value twice is harmless.
 */
export class VaultStoreFailed extends TaggedError("VaultStoreFailed")<{ readonly cause: unknown }> {
  override get message(): string {
    return "The store of the data vault failed. See the cause, fix the store, and try again."
  }
}
