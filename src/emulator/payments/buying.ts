/** Starts, changes and ends purchases. */
import type { ProductPrice } from "../../../schemas/entities/PaymentProduct.ts"
import type { Customer, Phase, Platform, Project, Purchase, Subscription } from "../state/index.ts"
import { after } from "./intervals.ts"
import { centsOf } from "./money.ts"
import { currentOf, type Sold } from "./products.ts"
import { charge, invoice } from "./provider.ts"

/** A product in some quantity, with the chosen price. */
export interface Chosen extends Sold {
  readonly price: ProductPrice
  /** `null` for grants, which name no price. */
  readonly priceId: string | null
  readonly quantity: number
}

const phaseOf = ({ priceId, product, productId, quantity }: Chosen, from: number): Phase => ({
  productId,
  product,
  priceId,
  quantity,
  from,
  to: null
})

const periodEndOf = ({ anchor, interval, periods }: Subscription): number => after(anchor, interval, periods + 1)

const subscriptionOf = (price: ProductPrice, now: number): Subscription | null => {
  if (price.interval === undefined) return null
  const subscription: Subscription = {
    interval: price.interval,
    status: "active",
    anchor: now,
    periods: 0,
    periodEnd: now,
    cancelAtPeriodEnd: false,
    endedAt: null,
    unpaid: null
  }
  subscription.periodEnd = periodEndOf(subscription)
  return subscription
}

/** Amount of a price in US dollars as cents; 0 without a price in US dollars. */
export const centsFor = ({ price, quantity }: Pick<Chosen, "price" | "quantity">): number =>
  centsOf(price.USD ?? "0") * quantity

/** Ends a subscription at once. */
export const end = (platform: Platform, { subscription }: Purchase): void => {
  if (subscription === null) return
  subscription.status = "canceled"
  subscription.endedAt = platform.now()
}

/**
 * Cancels a subscription. A paid subscription ends at once. A granted or test-mode subscription ends with its period,
 * because the payment provider doesn't know of it.
 */
export const cancel = (platform: Platform, purchase: Purchase): void => {
  const { source, subscription } = purchase
  if (source === "payment") return end(platform, purchase)
  if (subscription === null) return
  subscription.status = "canceled"
  subscription.cancelAtPeriodEnd = true
  subscription.endedAt = Math.max(platform.now(), subscription.periodEnd)
}

/** Time between two runs of the platform's job that ends ownership of products. */
const jobMillis = 1000

/**
 * Ends a subscription that a new purchase replaces. Until the platform's job has run, the customer still owns the product,
 * and its items count.
 */
export const replace = (platform: Platform, purchase: Purchase): void => {
  end(platform, purchase)
  if (purchase.subscription !== null) purchase.subscription.endedAt = platform.now() + jobMillis
}

/** Starts a purchase, and ends the subscription that it replaces. */
export const start = (
  platform: Platform,
  { payments }: Project,
  customer: Customer,
  source: Purchase["source"],
  chosen: Chosen,
  replaced: Purchase | undefined
): Purchase => {
  if (replaced !== undefined) replace(platform, replaced)
  const now = platform.now()
  const purchase: Purchase = {
    id: crypto.randomUUID(),
    customer,
    sequence: payments.sequence++,
    createdAt: now,
    source,
    phases: [phaseOf(chosen, now)],
    refunded: null,
    subscription: subscriptionOf(chosen.price, now)
  }
  payments.purchases.push(purchase)
  return purchase
}

/** Changes the product of a subscription. The new price starts a period now. */
export const change = (platform: Platform, purchase: Purchase, chosen: Chosen): void => {
  const now = platform.now()
  currentOf(purchase).to = now
  purchase.phases.push(phaseOf(chosen, now))
  Object.assign(purchase.subscription!, subscriptionOf(chosen.price, now))
}

/** Price of the current product. */
export const priceOf = (purchase: Purchase): ProductPrice | undefined => {
  const { priceId, product } = currentOf(purchase)
  return priceId === null ? undefined : product.prices[priceId]
}

const day = 86_400_000

/** Days between the attempts to charge for a renewal. After the last attempt, the subscription ends. */
const retryDays = [3, 5, 7]

/** Charges for a renewal at this time unless the provider has reported the result, and updates the subscription. */
const renew = (
  platform: Platform,
  project: Project,
  purchase: Purchase,
  subscription: Subscription,
  at: number,
  reported?: boolean
): void => {
  const price = priceOf(purchase)
  const quantity = Math.max(0, currentOf(purchase).quantity - (purchase.refunded?.quantity ?? 0))
  const cents = price === undefined ? 0 : centsFor({ price, quantity })
  const { unpaid } = subscription
  const isPaid = reported ?? charge(platform, project, purchase.customer, cents)
  const bill = unpaid?.invoice
    ?? invoice(project, purchase, { cents, createdAt: at, isRenewal: true, status: isPaid ? "paid" : "open" })
  if (isPaid) {
    bill.status = "paid"
    subscription.unpaid = null
    subscription.status = "active"
    subscription.periods++
    subscription.periodEnd = periodEndOf(subscription)
    return
  }
  const failures = unpaid === null ? 1 : unpaid.failures + 1
  const wait = retryDays[failures - 1]
  if (wait === undefined) {
    bill.status = "uncollectible"
    subscription.unpaid = null
    subscription.status = "canceled"
    subscription.endedAt = at
    return
  }
  subscription.status = "past_due"
  subscription.unpaid = { invoice: bill, failures, retryAt: at + wait * day }
}

/** Renews a subscription with the result that the provider reports. Returns whether the subscription still runs. */
export const renewNow = (platform: Platform, project: Project, purchase: Purchase, isPaid: boolean): boolean => {
  const { subscription } = purchase
  if (subscription === null || subscription.endedAt !== null) return false
  renew(platform, project, purchase, subscription, platform.now(), isPaid)
  return true
}

/**
 * Renews a project's paid subscriptions for all periods that have ended by now. Granted and test-mode subscriptions
 * stay as they are, as on the platform.
 */
export const settle = (platform: Platform, project: Project): void => {
  const now = platform.now()
  for (const purchase of project.payments.purchases) {
    const { source, subscription } = purchase
    if (source !== "payment" || subscription === null) continue
    while (subscription.endedAt === null) {
      const at = subscription.unpaid?.retryAt ?? subscription.periodEnd
      if (at > now) break
      if (subscription.cancelAtPeriodEnd) {
        subscription.status = "canceled"
        subscription.endedAt = subscription.periodEnd
      } else renew(platform, project, purchase, subscription, at)
    }
  }
}

/** Makes unpaid renewals due now, because the customer's card changed. */
export const retryUnpaid = (platform: Platform, purchases: ReadonlyArray<Purchase>): void => {
  for (const { subscription } of purchases) {
    if (subscription !== null && subscription.unpaid !== null) {
      subscription.unpaid = { ...subscription.unpaid, retryAt: platform.now() }
    }
  }
}
