/** The stored card of the signed-in user and of teams. docs/platform.md §21.4. */
import * as Effect from "effect/Effect"
import * as Billing from "../../schemas/endpoints/billing.ts"
import { type OwnCustomer, ownFields } from "./customer.ts"

/** Returns the stored card, and whether the payment provider knows the customer. */
export const get = Effect.fn("billing.get")(function*(of: OwnCustomer = {}) {
  return yield* Billing.get(yield* ownFields("billing.get", of))
})

/**
 * Starts storing a card. Confirm `clientSecret` with the payment provider's form, for the account `stripeAccountId`.
 * Then call {@link setDefault}.
 */
export const startSetup = Effect.fn("billing.startSetup")(function*(of: OwnCustomer = {}) {
  return yield* Billing.startPaymentMethodSetup(yield* ownFields("billing.startSetup", of))
})

/** Makes the card of a confirmed setup the default. Returns the card. */
export const setDefault = Effect.fn("billing.setDefault")(
  function*(setup: OwnCustomer & { readonly setupIntentId: string }) {
    const customer = yield* ownFields("billing.setDefault", setup)
    const { setupIntentId } = setup
    return (yield* Billing.setDefaultPaymentMethod({ ...customer, setupIntentId })).defaultPaymentMethod
  }
)
