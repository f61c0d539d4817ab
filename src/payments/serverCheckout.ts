/** Purchases of any customer on the payment page. docs/platform.md §21.4. */
import * as Effect from "effect/Effect"
import * as Purchases from "../../schemas/endpoints/purchases.ts"
import type { InlineProduct } from "../../schemas/entities/PaymentProduct.ts"
import { type Customer, fieldsOf } from "./customer.ts"

/** Returns the URL of the payment page for a product. The URL is valid for 24 hours and for one purchase. */
export const url = Effect.fn("serverPayments.checkout.url")(function*(
  checkout:
    & Customer
    & ({ readonly productId: string; readonly product?: undefined } | {
      readonly product: InlineProduct
      readonly productId?: undefined
    })
    & {
      /** URL of the page to return to, on a trusted domain of the project. */
      readonly returnUrl?: string | undefined
    }
) {
  const { product, productId, returnUrl } = checkout
  return (yield* Purchases.createAnyUrl({ ...fieldsOf(checkout), productId, productInline: product, returnUrl })).url
})
