/** Stored cards of any customer. docs/platform.md §21.4. */
import * as Effect from "effect/Effect"
import * as Billing from "../../schemas/endpoints/billing.ts"
import { type Customer, fieldsOf } from "./customer.ts"

/** Returns the stored card, and whether the payment provider knows the customer. */
export const get = Effect.fn("serverPayments.billing.get")(function*(of: Customer) {
  return yield* Billing.getAny(fieldsOf(of))
})

/** Starts storing a card. The customer confirms `clientSecret` with the payment provider's form. */
export const startSetup = Effect.fn("serverPayments.billing.startSetup")(function*(of: Customer) {
  return yield* Billing.startAnyPaymentMethodSetup(fieldsOf(of))
})

/** Makes the card of a confirmed setup the default. Returns the card. */
export const setDefault = Effect.fn("serverPayments.billing.setDefault")(
  function*(setup: Customer & { readonly setupIntentId: string }) {
    const { setupIntentId } = setup
    return (yield* Billing.setAnyDefaultPaymentMethod({ ...fieldsOf(setup), setupIntentId })).defaultPaymentMethod
  }
)
