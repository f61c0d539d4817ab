/**
 * Metrics of a project's payments. Amounts include only real payments, not purchases in test mode or grants.
 * docs/platform.md §17.
 */
import { metrics } from "../model/index.ts"
import type { Platform, Project, Purchase } from "../state/index.ts"
import { centsFor, priceOf, settle } from "./buying.ts"
import { lengthOf } from "./intervals.ts"
import { currentOf, isActive } from "./products.ts"

/** Money that a project received or paid back. */
interface Payment {
  readonly at: number
  readonly cents: number
}

/** Returns the payments: paid invoices, and one-time purchases, which have no invoices. */
const receivedBy = ({ payments: { invoices, purchases } }: Project): ReadonlyArray<Payment> => [
  ...invoices.flatMap(({ cents, createdAt: at, status }) => status === "paid" ? [{ at, cents }] : []),
  ...purchases.flatMap((purchase) => {
    const price = priceOf(purchase)
    return purchase.source !== "payment" || purchase.subscription !== null || price === undefined
      ? []
      : [{ at: purchase.createdAt, cents: centsFor({ price, quantity: currentOf(purchase).quantity }) }]
  })
]

const refundedBy = ({ payments: { purchases } }: Project): ReadonlyArray<Payment> =>
  purchases.flatMap(({ refunded }) => refunded === null ? [] : [refunded])

const monthMillis = lengthOf([1, "month"])!

/** Amount that a subscription brings in a month of 30 days. */
const monthlyCentsOf = (purchase: Purchase): number => {
  const price = priceOf(purchase)
  const length = price?.interval === undefined ? undefined : lengthOf(price.interval)
  return purchase.source !== "payment" || !isActive(purchase) || price === undefined || length === undefined
    ? 0
    : centsFor({ price, quantity: currentOf(purchase).quantity }) * monthMillis / length
}

const sumOf = (payments: ReadonlyArray<Payment>): number => payments.reduce((sum, { cents }) => sum + cents, 0)

/** Adds up payments by day. */
const centsOn = (payments: ReadonlyArray<Payment>) => {
  const days = new Map<string, number>()
  for (const { at, cents } of payments) days.set(metrics.dayOf(at), (days.get(metrics.dayOf(at)) ?? 0) + cents)
  return (day: string): number => days.get(day) ?? 0
}

/** Computes the metrics of payments, after the renewals that are due. */
export const of = (platform: Platform, project: Project): metrics.PaymentMetrics => {
  settle(platform, project)
  const now = platform.now()
  const { purchases } = project.payments
  const subscriptions = purchases.filter(({ subscription }) => subscription !== null)
  const started = metrics.counted(subscriptions.map(({ createdAt }) => metrics.dayOf(createdAt)))
  const codes = [...project.codes.values()].filter(({ kind }) => kind === "purchase")
  const received = receivedBy(project)
  const refunded = refundedBy(project)
  const [newOn, refundOn] = [centsOn(received), centsOn(refunded)]
  const revenueCents = sumOf(received) - sumOf(refunded)
  return {
    overview: {
      subscriptionsByStatus: Object.fromEntries(
        metrics.counted(subscriptions.map(({ subscription }) => subscription!.status))
      ),
      activeSubscriptionCount: subscriptions.filter(isActive).length,
      totalOneTimePurchases: purchases.length - subscriptions.length,
      dailySubscriptions: metrics.series(now, (day) => started.get(day) ?? 0),
      revenueCents,
      mrrCents: Math.round(purchases.reduce((sum, purchase) => sum + monthlyCentsOf(purchase), 0)),
      totalOrders: purchases.length,
      checkoutConversionRate: codes.length === 0
        ? 0
        : 100 * codes.filter(({ usedAt }) => usedAt !== null).length / codes.length
    },
    dailyRevenue: metrics.series(now, () => 0).map(({ date }) => ({
      date,
      newCents: newOn(date),
      refundCents: refundOn(date)
    })),
    revenueCents
  }
}
