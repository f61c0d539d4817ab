/** Payments for React: hooks with cached reads, which are refreshed after calls to `latchkey/payments`. */
"use client"
import type { CustomerBilling, CustomerInvoice } from "../schemas/entities/Billing.ts"
import type { PaymentItem } from "../schemas/entities/PaymentItem.ts"
import type { CustomerProduct } from "../schemas/entities/PaymentProduct.ts"
import { paymentReads } from "../src/payments/index.ts"
import { ready } from "./clientHooks.ts"
import type { ReadOptions, Skippable } from "./mistakes.ts"

export type { CustomerBilling, CustomerInvoice } from "../schemas/entities/Billing.ts"
export type { PaymentItem } from "../schemas/entities/PaymentItem.ts"
export type { CustomerProduct } from "../schemas/entities/PaymentProduct.ts"

/** Options for the payment hooks: the customer, and whether the hook is enabled. */
export interface PaymentOptions<Enabled extends boolean = boolean> extends ReadOptions<Enabled> {
  /** Id of a team that the user administers. @default the signed-in user */
  readonly teamId?: string | undefined
}

/** Returns an item of the user, or of a team. Returns `null` when signed out. */
export const useItem = (itemId: string, { teamId, ...options }: PaymentOptions = {}): PaymentItem | null =>
  ready.useRead(paymentReads.item({ itemId, teamId }), options)

/** Returns the products that the user, or a team, owns; an empty list when signed out. */
export const useProducts = <Enabled extends boolean = true>(
  { teamId, ...options }: PaymentOptions<Enabled> = {}
): Skippable<ReadonlyArray<CustomerProduct>, Enabled> => ready.useRead(paymentReads.products({ teamId }), options)

/** Returns the invoices of the user, or of a team, newest first; an empty list when signed out. */
export const useInvoices = <Enabled extends boolean = true>(
  { teamId, ...options }: PaymentOptions<Enabled> = {}
): Skippable<ReadonlyArray<CustomerInvoice>, Enabled> => ready.useRead(paymentReads.invoices({ teamId }), options)

/** Returns the stored card of the user, or of a team. Returns `null` when signed out. */
export const useBilling = ({ teamId, ...options }: PaymentOptions = {}): CustomerBilling | null =>
  ready.useRead(paymentReads.billing({ teamId }), options)
