/** Products that the signed-in user or a team owns. docs/platform.md §21.2. */
import * as Effect from "effect/Effect"
import { pageSize } from "../../layers/reads/index.ts"
import * as Products from "../../schemas/endpoints/products.ts"
import { type OwnCustomer, ownFields } from "./customer.ts"
import { everyPage } from "./everyPage.ts"

/** Returns the owned products, except for those that only back ends can sell. */
export const list = Effect.fn("products.list")(function*(of: OwnCustomer = {}) {
  const customer = yield* ownFields("products.list", of)
  return yield* everyPage((cursor) => Products.list({ ...customer, limit: pageSize, cursor }))
})

/** A product, and optionally one of its subscriptions. */
export interface Cancellation extends OwnCustomer {
  /** `null` for an inline product, which needs `subscriptionId`. */
  readonly productId: string | null
  /** Cancels only this subscription. @default all subscriptions of the product */
  readonly subscriptionId?: string | undefined
}

/**
 * Cancels the subscriptions of a product. Paid subscriptions end immediately, and other subscriptions at the end of
 * their period. Fails with `HttpFailure` (400) if the customer has no active subscription of the product.
 */
export const cancel = Effect.fn("products.cancel")(function*(product: Cancellation) {
  const { productId, subscriptionId } = product
  yield* Products.cancel({
    ...(yield* ownFields("products.cancel", product)),
    productId: productId ?? "_inline",
    subscriptionId
  })
})

/** A change of plans. */
export interface Switch extends OwnCustomer {
  readonly from: string
  readonly to: string
  /** @default the first price of the new product that has an interval */
  readonly priceId?: string | undefined
  /** @default the quantity of the subscription */
  readonly quantity?: number | undefined
}

/**
 * Replaces a paid subscription with another product of the same product line. The customer has the new product at once,
 * and the payment provider charges the difference. Fails with `DefaultPaymentMethodRequired` without a stored card.
 */
export const switchTo = Effect.fn("products.switchTo")(function*(change: Switch) {
  const { from, priceId, quantity, to } = change
  yield* Products.switchProduct({
    ...(yield* ownFields("products.switchTo", change)),
    fromProductId: from,
    toProductId: to,
    priceId,
    quantity
  })
})
