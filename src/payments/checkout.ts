/** Purchases on the payment page. docs/platform.md §21.4. */
import * as Effect from "effect/Effect"
import * as Purchases from "../../schemas/endpoints/purchases.ts"
import { type OwnCustomer, ownFields } from "./customer.ts"

/** A product to buy. */
export interface NewPurchase extends OwnCustomer {
  readonly productId: string
  /** URL of the page to return to, on a trusted domain of the project. */
  readonly returnUrl?: string | undefined
}

/** Returns the URL of the payment page for a product. The URL is valid for 24 hours and for one purchase. */
export const url = Effect.fn("checkout.url")(function*(checkout: NewPurchase) {
  const { productId, returnUrl } = checkout
  const customer = yield* ownFields("checkout.url", checkout)
  return (yield* Purchases.createUrl({ ...customer, productId, returnUrl })).url
})
