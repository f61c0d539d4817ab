/** Products of any customer. docs/platform.md §21.2. */
import * as Effect from "effect/Effect"
import { pageSize } from "../../layers/reads/index.ts"
import * as Products from "../../schemas/endpoints/products.ts"
import type { InlineProduct } from "../../schemas/entities/PaymentProduct.ts"
import { type Customer, fieldsOf } from "./customer.ts"
import { everyPage } from "./everyPage.ts"

/** Returns the products that a customer owns. */
export const list = Effect.fn("serverPayments.products.list")(function*(of: Customer) {
  return yield* everyPage((cursor) => Products.listAny({ ...fieldsOf(of), limit: pageSize, cursor }))
})

/** A product to grant: one of the project's products, or one that the call defines. */
export type GrantedProduct =
  & Customer
  & ({ readonly productId: string; readonly product?: undefined } | {
    readonly product: InlineProduct
    readonly productId?: undefined
  })
  & {
    /** Above 1 only for stackable products. @default 1 */
    readonly quantity?: number | undefined
  }

/**
 * Grants a product without payment. Returns the id of the new subscription, or `null` if the product's first price has
 * no interval.
 */
export const grant = Effect.fn("serverPayments.products.grant")(function*(grant: GrantedProduct) {
  const { product, productId, quantity } = grant
  const granted = yield* Products.grant({ ...fieldsOf(grant), productId, productInline: product, quantity })
  return { subscriptionId: granted.subscriptionId ?? null }
})

/**
 * Cancels the subscriptions of a product, or only one of them. Paid subscriptions end immediately, and other
 * subscriptions at the end of their period.
 */
export const cancel = Effect.fn("serverPayments.products.cancel")(function*(
  product: Customer & {
    /** `null` for an inline product, which needs `subscriptionId`. */
    readonly productId: string | null
    /** @default all subscriptions of the product */
    readonly subscriptionId?: string | undefined
  }
) {
  const { productId, subscriptionId } = product
  yield* Products.cancelAny({ ...fieldsOf(product), productId: productId ?? "_inline", subscriptionId })
})

/** Replaces a paid subscription with another product of the same product line. */
export const switchTo = Effect.fn("serverPayments.products.switchTo")(function*(
  change: Customer & {
    readonly from: string
    readonly to: string
    /** @default the first price of the new product that has an interval */
    readonly priceId?: string | undefined
    /** @default the quantity of the subscription */
    readonly quantity?: number | undefined
  }
) {
  const { from, priceId, quantity, to } = change
  yield* Products.switchAnyProduct({
    ...fieldsOf(change),
    fromProductId: from,
    toProductId: to,
    priceId,
    quantity
  })
})
