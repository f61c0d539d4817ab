import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * A value in the data vault can't be decrypted.
 *
 * @cause The value was stored with another secret.
 * @cause The stored value was changed or truncated.
 * @fix Use the secret that the value was stored with. If that secret is lost, store the value again.
 */
export class DataVaultValueUnreadable extends TaggedError("DataVaultValueUnreadable")<{}> {
  override get message(): string {
    return "This value of the data vault cannot be decrypted: it was stored with another secret, or it was changed. "
      + "Use the secret that it was stored with, or store the value again."
  }
}
