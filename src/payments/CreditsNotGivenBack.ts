import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * Credits were taken for work that failed or was interrupted, and giving them back failed. The customer is missing
 * these credits.
 *
 * @cause The platform or the store of the fleet's turns couldn't be reached. `cause` contains the error.
 * @cause The response was lost. Then the credits may have been given back.
 * @fix Compare the quantity with the customer's transactions, and add the missing credits with
 * `serverPayments.items.increase`.
 */
export class CreditsNotGivenBack extends TaggedError("CreditsNotGivenBack")<{
  readonly itemId: string
  readonly amount: number
  readonly customerType: "user" | "team" | "custom"
  readonly customerId: string
  /** Error of the call that should have given the credits back. */
  readonly cause: unknown
}> {
  override get message(): string {
    const { amount, itemId } = this
    return `${amount} of the item "${itemId}" were taken for work that did not succeed, and could not be given back. `
      + "Compare the customer's transactions with the quantity, and add what is missing."
  }
}
