/** Records of a project's payments: purchases, changes of items, cards and invoices. Times are in milliseconds. */
import type { PaymentMethod } from "../../../schemas/entities/Billing.ts"
import type { CustomerType, PaymentProduct } from "../../../schemas/entities/PaymentProduct.ts"

/** A customer. Custom customers have no other record. */
export interface Customer {
  readonly type: CustomerType
  readonly id: string
}

/** Account at the payment provider, which the emulator stands in for. */
export interface PaymentAccount {
  readonly id: string
  /** Payment methods that were turned on or off. */
  readonly methods: Map<string, "on" | "off">
  /** Whether the account can charge cards. `false` until the provider reports otherwise, like the next two fields. */
  chargesEnabled: boolean
  payoutsEnabled: boolean
  detailsSubmitted: boolean
}

/** Number of units and the unit of a repeating price or item. */
export type Interval = readonly [count: number, unit: string]

/** Part of a purchase with one product. Switching products ends the phase and starts another. */
export interface Phase {
  readonly productId: string | null
  readonly product: PaymentProduct
  /** `null` for granted products. */
  readonly priceId: string | null
  readonly quantity: number
  readonly from: number
  /** `null` while the phase is the current one. */
  to: number | null
}

/** A purchase or grant of a product. */
export interface Purchase {
  readonly id: string
  readonly customer: Customer
  /** Order among purchases and changes of items. */
  readonly sequence: number
  readonly createdAt: number
  /** Only purchases with a payment have invoices, are renewed, and can be switched or refunded. */
  readonly source: "payment" | "testMode" | "grant"
  /** Products in order. The last is the current one. */
  readonly phases: [Phase, ...Array<Phase>]
  /** Refunded quantity of the first phase, and refunded amount. `null` without a refund. */
  refunded: { readonly quantity: number; readonly cents: number; readonly at: number } | null
  /** Time at which the customer disputed the payment. A dispute changes nothing else, as on the platform. */
  disputedAt?: number
  /** `null` for one-time purchases. */
  readonly subscription: Subscription | null
}

export interface Subscription {
  interval: Interval
  status: "active" | "past_due" | "canceled"
  /** Start of the periods. */
  anchor: number
  /** Number of complete periods since the start. */
  periods: number
  periodEnd: number
  cancelAtPeriodEnd: boolean
  /** Time at which the customer loses the product; may be in the future. */
  endedAt: number | null
  /** Unpaid renewal, if the last charge was declined. */
  unpaid: { readonly invoice: Invoice; readonly failures: number; readonly retryAt: number } | null
}

/** Change of an item's quantity by a back end. */
export interface ItemChange {
  readonly id: string
  readonly customer: Customer
  readonly itemId: string
  readonly delta: number
  readonly expiresAt: number | null
  readonly createdAt: number
  readonly sequence: number
}

export interface Invoice {
  readonly id: string
  readonly customer: Customer
  readonly purchaseId: string
  readonly createdAt: number
  status: "paid" | "open" | "uncollectible"
  /** Amount in cents. */
  readonly cents: number
  readonly isRenewal: boolean
}

/** Payment that waits for a card. */
export interface PaymentIntent {
  readonly id: string
  readonly secret: string
  readonly customer: Customer
  readonly productId: string | null
  readonly product: PaymentProduct
  readonly priceId: string
  readonly quantity: number
  /** Id of the paid subscription that changes to the product. */
  readonly replaces: string | null
  isPaid: boolean
}

/** Card that is being stored. */
export interface SetupIntent {
  readonly id: string
  readonly customer: Customer
}

/** All records of a project's payments. */
export interface Payments {
  /** Number of purchases and changes so far. */
  sequence: number
  readonly purchases: Array<Purchase>
  readonly itemChanges: Array<ItemChange>
  readonly invoices: Array<Invoice>
  /** Default cards by customer. The payment provider knows the customers that are listed, even without a card. */
  readonly cards: Map<string, PaymentMethod | null>
  /** Payments by the code of their purchase. */
  readonly intents: Map<string, PaymentIntent>
  readonly setupIntents: Map<string, SetupIntent>
}

export const noPayments = (): Payments => ({
  sequence: 0,
  purchases: [],
  itemChanges: [],
  invoices: [],
  cards: new Map(),
  intents: new Map(),
  setupIntents: new Map()
})
