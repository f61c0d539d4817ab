/** State of the billing section. */
"use client"
import type { CustomerInvoice, PaymentMethod } from "../../../schemas/entities/Billing.ts"
import type { CustomerProduct } from "../../../schemas/entities/PaymentProduct.ts"
import { paymentReads, products } from "../../../src/payments/index.ts"
import { inTurn } from "../form/inTurn.ts"
import { type Loaded, useLoaded } from "./Loaded.ts"
import { type ItemAction, useEach } from "./useEach.ts"

/** State of the billing section. */
export type BillingState = Loaded<{
  /** The products that the user owns. */
  readonly products: ReadonlyArray<CustomerProduct>
  /** The invoices, newest first. */
  readonly invoices: ReadonlyArray<CustomerInvoice>
  /** The stored card, which `switchTo` requires. */
  readonly card: PaymentMethod | null
  /**
   * Cancels all subscriptions to the product with the given id. For an inline product, also pass the id of the
   * subscription to cancel.
   */
  readonly cancel: ItemAction<[subscriptionId?: string]>
  /** Replaces a product with another product of the same product line. */
  readonly switchTo: ItemAction<[to: string]>
  readonly problem: unknown
}>

/** Returns the state of the billing section. */
export const useBillingSection = (): BillingState => {
  const owned = useLoaded(paymentReads.products())
  const bills = useLoaded(paymentReads.invoices())
  const billing = useLoaded(paymentReads.billing())
  const cancel = useEach((productId, subscriptionId?: string) =>
    inTurn("billing")(products.cancel({ productId, subscriptionId }))
  )
  const switchTo = useEach((from, to: string) => inTurn("billing")(products.switchTo({ from, to })))
  if (owned.step !== "ready") return owned
  if (bills.step !== "ready") return bills
  if (billing.step !== "ready") return billing
  return {
    step: "ready",
    products: owned.value,
    invoices: bills.value,
    card: billing.value?.defaultPaymentMethod ?? null,
    cancel,
    switchTo,
    problem: cancel.problem ?? switchTo.problem
  }
}
