/** Transactions of a project, and their refunds. Since revision 2026-04. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { CustomerType } from "../entities/PaymentProduct.ts"
import { Transaction } from "../entities/Transaction.ts"
import {
  OneTimePurchaseAlreadyRefunded,
  OneTimePurchaseNotFound,
  SubscriptionAlreadyRefunded,
  SubscriptionInvoiceNotFound,
  TestModePurchaseNonRefundable
} from "../errors/payments.ts"
import { QueryInt } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** Lists transactions, newest first. Refunds are listed with the transaction that they adjust. */
export const list = endpoint("admin", "transactions.list", "GET /internal/payments/transactions", {
  since: "2026-04",
  input: {
    cursor: Schema.optional(Schema.String),
    /** Values above 200 are lowered to 200. @default 50 */
    limit: Schema.optional(QueryInt),
    type: Schema.optional(
      Schema.Literals([
        "purchase",
        "subscription-cancellation",
        "subscription-renewal",
        "manual-item-quantity-change",
        "chargeback",
        "product-change"
      ])
    ),
    customerType: Schema.optional(CustomerType)
  },
  output: wireStruct({ transactions: Schema.Array(Transaction), nextCursor: Schema.NullOr(Schema.String) })
})

/**
 * Refunds a purchase, completely or in part. A purchase can be refunded once. The customer keeps granted items. A
 * quantity of 0 refunds only money.
 */
export const refund = endpoint("admin", "transactions.refund", "POST /internal/payments/transactions/refund", {
  since: "2026-04",
  input: {
    type: Schema.Literals(["subscription", "one-time-purchase"]),
    /** Id of the subscription or purchase. */
    id: Schema.String,
    refundEntries: Schema.Array(wireStruct({
      /** Index of the product grant among the transaction's entries, usually 0. */
      entryIndex: Schema.Int,
      quantity: Schema.Int,
      /** Amount in US dollars, such as `"4.50"`. */
      amountUsd: Schema.String
    }))
  },
  output: wireStruct({ success: Schema.Boolean }),
  errors: [
    SubscriptionInvoiceNotFound,
    SubscriptionAlreadyRefunded,
    OneTimePurchaseNotFound,
    OneTimePurchaseAlreadyRefunded,
    TestModePurchaseNonRefundable
  ],
  invalidates: ["transactions", "products", "invoices"]
})
