/** Products: those that a project sells, and those that customers own. */
import * as Effect from "effect/Effect"
import type {
  CustomerProduct,
  IncludedItem,
  InlineProduct,
  PaymentProduct,
  ProductPrice
} from "../../../schemas/entities/PaymentProduct.ts"
import type { ConfiguredProduct } from "../../../schemas/entities/PaymentsConfig.ts"
import {
  ProductAlreadyGranted,
  ProductCustomerTypeDoesNotMatch,
  ProductDoesNotExist
} from "../../../schemas/errors/payments.ts"
import { paymentsOf } from "../model/index.ts"
import { type Customer, type Phase, type Platform, type Project, type Purchase, Refusal } from "../state/index.ts"
import { isSame } from "./customers.ts"

/** Product with its id. The id is `null` for a product that a request defines. */
export interface Sold {
  readonly productId: string | null
  readonly product: PaymentProduct
}

type Prices = PaymentProduct["prices"]

const withoutServerOnly = (
  { serverOnly: _, ...price }: ProductPrice & { readonly serverOnly?: boolean | undefined }
): ProductPrice => price

const itemOf = ({ expires = "when-repeated", quantity = 0, repeat = "never" }: IncludedItem): IncludedItem => ({
  quantity,
  repeat,
  expires
})

const inlineItemOf = ({ expires = "never", quantity = 0, repeat = "never" }: IncludedItem): IncludedItem => ({
  quantity,
  repeat,
  expires
})

const mapped = <A, B>(record: { readonly [id: string]: A }, by: (value: A) => B): { readonly [id: string]: B } =>
  Object.fromEntries(Object.entries(record).map(([id, value]) => [id, by(value)]))

/** Returns a configured product with its defaults. */
export const viewOf = (id: string, configured: ConfiguredProduct): PaymentProduct => {
  const { customerType = "user", displayName = id, includedItems = {}, prices = {}, serverOnly, stackable } = configured
  return {
    displayName,
    customerType,
    serverOnly: serverOnly ?? false,
    stackable: stackable ?? false,
    prices: prices === "include-by-default" ? {} : mapped<ProductPrice, ProductPrice>(prices, withoutServerOnly),
    includedItems: mapped(includedItems, itemOf),
    clientMetadata: null,
    clientReadOnlyMetadata: null,
    serverMetadata: null
  }
}

/** Returns the product that a request defines. A customer can own it only once, regardless of the request. */
export const inlineProduct = (inline: InlineProduct): PaymentProduct => ({
  displayName: inline.displayName,
  customerType: inline.customerType,
  serverOnly: inline.serverOnly ?? true,
  stackable: false,
  prices: mapped<ProductPrice, ProductPrice>(inline.prices ?? {}, withoutServerOnly),
  includedItems: mapped(inline.includedItems, inlineItemOf),
  clientMetadata: inline.clientMetadata ?? null,
  clientReadOnlyMetadata: inline.clientReadOnlyMetadata ?? null,
  serverMetadata: inline.serverMetadata ?? null
})

/** Returns the products that a project sells. */
export const allOf = (project: Project): ReadonlyArray<Sold & { readonly productId: string }> =>
  Object.entries(paymentsOf(project).products ?? {}).map(([productId, configured]) => ({
    productId,
    product: viewOf(productId, configured)
  }))

const configuredIn = (project: Project, id: string): ConfiguredProduct | undefined => {
  const { products = {} } = paymentsOf(project)
  return Object.hasOwn(products, id) ? products[id] : undefined
}

/** Returns the product with an id. Clients can't use products that only back ends can sell. */
export const productOf = (
  project: Project,
  productId: string,
  atClientLevel: boolean
): Effect.Effect<PaymentProduct, ProductDoesNotExist> =>
  Effect.suspend(() => {
    const configured = configuredIn(project, productId)
    if (configured === undefined) {
      const context = Object.hasOwn(paymentsOf(project).items ?? {}, productId) ? "item_exists" : null
      return Effect.fail(new ProductDoesNotExist({ productId, context }))
    }
    return atClientLevel && configured.serverOnly === true
      ? Effect.fail(new ProductDoesNotExist({ productId, context: "server_only" }))
      : Effect.succeed(viewOf(productId, configured))
  })

/** Fails unless the product is for the customer's type. */
export const forCustomer = (
  { product: { customerType: productCustomerType }, productId }: Sold,
  { id: customerId, type: actualCustomerType }: Customer
): Effect.Effect<void, ProductCustomerTypeDoesNotMatch> =>
  productCustomerType === actualCustomerType
    ? Effect.void
    : Effect.fail(
      new ProductCustomerTypeDoesNotMatch({ productId, customerId, productCustomerType, actualCustomerType })
    )

/** Returns the product that a purchase currently has. */
export const currentOf = ({ phases }: Purchase): Phase => phases.at(-1)!

/**
 * Whether a subscription is active. A canceled subscription isn't, although the product is owned until the period ends.
 */
export const isActive = ({ subscription }: Purchase): boolean => subscription?.status === "active"

/** Quantity that the customer owns through a purchase. */
const ownedThrough = (purchase: Purchase, now: number): number => {
  const { refunded, subscription } = purchase
  const endedAt = subscription?.endedAt ?? null
  return endedAt !== null && endedAt <= now
    ? 0
    : Math.max(0, currentOf(purchase).quantity - (refunded?.quantity ?? 0))
}

/** Purchases of a customer. */
export const purchasesOf = ({ payments }: Project, customer: Customer): ReadonlyArray<Purchase> =>
  payments.purchases.filter((purchase) => isSame(purchase.customer, customer))

/**
 * Purchases through which a customer owns a product at the moment, by product id. All inline products have the same
 * key, `null`.
 */
export const ownedBy = (
  project: Project,
  customer: Customer,
  now: number
): ReadonlyMap<string | null, ReadonlyArray<Purchase>> => {
  const owned = new Map<string | null, Array<Purchase>>()
  for (const purchase of purchasesOf(project, customer)) {
    if (ownedThrough(purchase, now) === 0) continue
    const { productId } = currentOf(purchase)
    const same = owned.get(productId)
    if (same === undefined) owned.set(productId, [purchase])
    else same.push(purchase)
  }
  return owned
}

const isAddOnTo = (product: ConfiguredProduct | undefined, id: string): boolean =>
  product !== undefined && Object.hasOwn(product.isAddOnTo || {}, id)

/** Owned products of the same product line, which can't be owned together with the product. */
export const conflictsOf = (
  project: Project,
  customer: Customer,
  productId: string | null,
  now: number
): ReadonlyArray<{ readonly id: string; readonly purchases: ReadonlyArray<Purchase> }> => {
  const product = productId === null ? undefined : configuredIn(project, productId)
  if (productId === null || product?.productLineId === undefined) return []
  return [...ownedBy(project, customer, now)].flatMap(([id, purchases]) => {
    if (id === null || id === productId) return []
    const other = configuredIn(project, id)
    return other?.productLineId !== product.productLineId || isAddOnTo(product, id) || isAddOnTo(other, productId)
      ? []
      : [{ id, purchases }]
  })
}

/** Whether the customer owns the product, and can own only one. */
export const isOwnedOnce = (project: Project, customer: Customer, { product, productId }: Sold, now: number): boolean =>
  productId !== null && !product.stackable && ownedBy(project, customer, now).has(productId)

/**
 * Checks a purchase in the platform's order. Returns the subscription that the purchase ends, if any.
 *
 * @param priceId `undefined` for a grant, which names none
 */
export const buyable = (
  platform: Platform,
  project: Project,
  customer: Customer,
  wanted: Sold & {
    readonly priceId: string | undefined
    readonly quantity: number
  }
): Effect.Effect<Purchase | undefined, ProductAlreadyGranted | Refusal> =>
  Effect.gen(function*() {
    const { priceId, product, productId, quantity } = wanted
    const now = platform.now()
    if (priceId !== undefined && !Object.hasOwn(product.prices, priceId)) {
      return yield* Refusal.fail(400, `The product has no price ${priceId}`)
    }
    if (quantity < 1) return yield* Refusal.fail(400, "The quantity must be at least 1")
    if (!Number.isSafeInteger(quantity)) return yield* Refusal.fail(400, "The quantity must be a whole number")
    if (quantity > 1 && !product.stackable) {
      return yield* Refusal.fail(400, "The product is not stackable, so its quantity must be 1")
    }
    if (isOwnedOnce(project, customer, wanted, now)) {
      return yield* Effect.fail(new ProductAlreadyGranted({ productId: productId!, customerId: customer.id }))
    }
    const bases = Object.keys((productId !== null && configuredIn(project, productId)?.isAddOnTo) || {})
    const owned = ownedBy(project, customer, now)
    if (bases.length > 0 && !bases.some((base) => owned.has(base))) {
      return yield* Refusal.fail(400, `The product is an add-on, and the customer owns none of ${bases.join(", ")}`)
    }
    const conflicting = conflictsOf(project, customer, productId, now).flatMap(({ purchases }) => purchases)
    if (conflicting.length === 0) return undefined
    return conflicting.find(isActive)
      ?? (yield* Refusal.fail(400, "The customer owns another product of the line through a one-time purchase"))
  })

const withInterval = (prices: Prices): Prices =>
  Object.fromEntries(Object.entries(prices).filter(([, { interval }]) => interval !== undefined))

/** The products that a customer can switch to; `undefined` if the product is in no product line. */
const switchOptionsOf = (project: Project, id: string | null, atClientLevel: boolean) => {
  const product = id === null ? undefined : configuredIn(project, id)
  if (product?.productLineId === undefined) return undefined
  return Object.entries(paymentsOf(project).products ?? {}).flatMap(([productId, other]) => {
    const view = viewOf(productId, other)
    const prices = withInterval(view.prices)
    return productId === id || other.productLineId !== product.productLineId || other.isAddOnTo
        || Object.keys(prices).length === 0 || (atClientLevel && view.serverOnly)
      ? []
      : [{ productId, product: { ...view, prices } }]
  })
}

/** Cursor for inline products, which have no id. */
export const inlineCursor = "__null__"

/** Compares ids in upper case, so that the cursor of inline products sorts after letters and digits. */
const compare = (a: string, b: string): number => {
  const [first, second] = [a.toUpperCase(), b.toUpperCase()]
  return first < second ? -1 : first > second ? 1 : 0
}

/** Returns the products of a customer, by id. All inline products are one entry, which shows the latest of them. */
export const listOf = (
  project: Project,
  customer: Customer,
  now: number,
  atClientLevel: boolean
): ReadonlyArray<CustomerProduct> =>
  [...ownedBy(project, customer, now)].flatMap(([id, purchases]): ReadonlyArray<CustomerProduct> => {
    const { product } = currentOf(purchases.at(-1)!)
    if (atClientLevel && product.serverOnly) return []
    const active = purchases.find(isActive)
    const switchOptions = switchOptionsOf(project, id, atClientLevel)
    return [{
      id,
      quantity: purchases.reduce((sum, purchase) => sum + ownedThrough(purchase, now), 0),
      product,
      type: active === undefined ? "one_time" : "subscription",
      subscription: active === undefined ? null : {
        subscriptionId: active.id,
        currentPeriodEnd: new Date(active.subscription!.periodEnd),
        cancelAtPeriodEnd: active.subscription!.cancelAtPeriodEnd,
        isCancelable: true
      },
      ...(switchOptions === undefined ? {} : { switchOptions })
    }]
  }).sort((a, b) => compare(a.id ?? inlineCursor, b.id ?? inlineCursor))

/** Facts about a product that `switch` needs. */
export interface Switchable {
  readonly product: PaymentProduct
  readonly line: string | undefined
  readonly isAddOn: boolean
  readonly isDefault: boolean
  /** Prices with an interval. */
  readonly prices: Prices
}

export const switchable = (project: Project, id: string): Switchable | undefined => {
  const configured = configuredIn(project, id)
  if (configured === undefined) return undefined
  const product = viewOf(id, configured)
  return {
    product,
    line: configured.productLineId,
    isAddOn: Boolean(configured.isAddOnTo),
    isDefault: configured.prices === "include-by-default",
    prices: withInterval(product.prices)
  }
}
