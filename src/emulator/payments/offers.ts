/** Payments of revision 2025-08, in which products are called offers and product lines groups. docs/platform.md §21.5. */
import * as Effect from "effect/Effect"
import type { AccessLevel } from "../../../schemas/access.ts"
import type { PaymentProduct } from "../../../schemas/entities/PaymentProduct.ts"
import { OfferCustomerTypeDoesNotMatch, OfferDoesNotExist } from "../../../schemas/errors/payments.ts"
import { codes, offersOf, paymentsOf } from "../model/index.ts"
import { type Customer, type PaymentIntent, type Platform, type Project, Refusal } from "../state/index.ts"
import { start } from "./buying.ts"
import type { Choice, Opened } from "./checkout.ts"
import { isSame } from "./customers.ts"
import { currentOf, isActive, type Sold, viewOf } from "./products.ts"
import { intentOf } from "./provider.ts"

/** Returns the offer with an id, as a product. Clients can't use offers that only back ends can sell. */
export const offerOf = (
  project: Project,
  offerId: string,
  accessType: AccessLevel
): Effect.Effect<PaymentProduct, OfferDoesNotExist> =>
  Effect.suspend(() => {
    const offers = offersOf(project)
    const configured = Object.hasOwn(offers, offerId) ? offers[offerId] : undefined
    return configured === undefined || (accessType === "client" && configured.serverOnly === true)
      ? Effect.fail(new OfferDoesNotExist({ offerId, accessType }))
      : Effect.succeed(viewOf(offerId, configured))
  })

/** Fails unless the offer is for the customer's type. */
export const forCustomer = (
  { product: { customerType: offerCustomerType }, productId: offerId }: Sold,
  { id: customerId, type: actualCustomerType }: Customer
): Effect.Effect<void, OfferCustomerTypeDoesNotMatch> =>
  offerCustomerType === actualCustomerType
    ? Effect.void
    : Effect.fail(new OfferCustomerTypeDoesNotMatch({ offerId, customerId, offerCustomerType, actualCustomerType }))

const defaultOf = (project: Project, itemId: string): number => {
  const { items = {} } = paymentsOf(project)
  const given = Object.hasOwn(items, itemId) ? items[itemId]!.default as { readonly quantity?: unknown } | null : null
  return typeof given?.quantity === "number" ? given.quantity : 0
}

/**
 * Returns a customer's quantity of an item: the default, the quantities that active subscriptions include, and the
 * unexpired changes for the customer's id, regardless of its type. Nothing is multiplied or repeated.
 */
export const quantityOf = (project: Project, customer: Customer, itemId: string, now: number): number => {
  const { itemChanges, purchases } = project.payments
  const included = purchases.filter((purchase) => isSame(purchase.customer, customer) && isActive(purchase))
    .map((purchase) => currentOf(purchase).product.includedItems)
    .map((items) => Object.hasOwn(items, itemId) ? items[itemId]!.quantity ?? 0 : 0)
  const changed = itemChanges
    .filter((change) => change.itemId === itemId && change.customer.id === customer.id)
    .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
    .map(({ delta }) => delta)
  return [...included, ...changed].reduce((sum, quantity) => sum + quantity, defaultOf(project, itemId))
}

/** Returns the chosen price, which must have an interval. */
const priceOf = ({ product }: Pick<Sold, "product">, priceId: string) =>
  Effect.suspend(() => {
    const price = Object.hasOwn(product.prices, priceId) ? product.prices[priceId] : undefined
    if (price === undefined) return Refusal.fail(400, `The offer has no price ${priceId}`)
    return price.interval === undefined
      ? Refusal.fail(500, "Only prices with an interval can be bought")
      : Effect.succeed(price)
  })

/** Completes a purchase without payment. Test mode isn't needed, and nothing that the customer owns prevents it. */
export const completeInTestMode = (
  platform: Platform,
  { code, project }: Opened,
  { priceId, quantity }: Choice
): Effect.Effect<void, Refusal> =>
  Effect.gen(function*() {
    const { customer, product, productId } = code.data
    const price = yield* priceOf({ product }, priceId)
    start(platform, project, customer, "testMode", { productId, product, priceId, price, quantity }, undefined)
    codes.markUsed(platform, code)
  })

/** Starts the payment of a purchase, and uses up the code. */
export const startPayment = (
  platform: Platform,
  { code, project }: Opened,
  { priceId, quantity }: Choice
): Effect.Effect<PaymentIntent, Refusal> =>
  Effect.gen(function*() {
    const { customer, product, productId } = code.data
    yield* priceOf({ product }, priceId)
    const intent = intentOf({ customer, productId, product, priceId, quantity, replaces: null })
    project.payments.intents.set(code.value, intent)
    codes.markUsed(platform, code)
    return intent
  })
