/** Transactions of a project: purchases, renewals, and changes of items. */
import * as Schema from "effect/Schema"
import { Millis, openEnum } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"
import { customerTypes, PaymentProduct } from "./PaymentProduct.ts"

const optional = Schema.optionalKey

const adjusts = {
  adjustedTransactionId: Schema.NullOr(Schema.String),
  adjustedEntryIndex: Schema.NullOr(Schema.Int)
}

const ofCustomer = { ...adjusts, customerType: openEnum(...customerTypes), customerId: Schema.String }

const Amounts = Schema.Record(Schema.String, Schema.String)

/** A payment. */
const MoneyTransfer = wireStruct({
  type: Schema.Literal("money_transfer"),
  ...ofCustomer,
  /** Price times quantity, by currency. */
  chargedAmount: Amounts,
  /** Amount in US dollars, with fees included. */
  netAmount: Amounts
})

/** A changed quantity of an item. */
const ItemQuantityChange = wireStruct({
  type: Schema.Literal("item_quantity_change"),
  ...ofCustomer,
  itemId: Schema.String,
  quantity: Schema.Finite
})

/** A product that the customer received. */
const ProductGrant = wireStruct({
  type: Schema.Literal("product_grant"),
  ...ofCustomer,
  productId: Schema.NullOr(Schema.String),
  product: PaymentProduct,
  /** `null` for products that were granted without a purchase. */
  priceId: Schema.NullOr(Schema.String),
  quantity: Schema.Finite,
  subscriptionId: optional(Schema.String),
  oneTimePurchaseId: optional(Schema.String)
})

/** A product that was taken back, or given back after that. */
const ProductRevocation = wireStruct({
  type: Schema.Literals(["product_revocation", "product_revocation_reversal"]),
  ...adjusts,
  quantity: Schema.Finite
})

/** An entry of a transaction. */
export const TransactionEntry = Schema.Union([MoneyTransfer, ItemQuantityChange, ProductGrant, ProductRevocation])

/** An entry of a transaction. */
export type TransactionEntry = typeof TransactionEntry.Type

/** A transaction. */
export class Transaction extends Schema.Opaque<Transaction>()(wireStruct({
  /** Id of the subscription, purchase, invoice or item change. */
  id: Schema.String,
  createdAt: wire("created_at_millis", Millis),
  effectiveAt: wire("effective_at_millis", Millis),
  type: Schema.NullOr(
    openEnum(
      "purchase",
      "subscription-cancellation",
      "subscription-renewal",
      "manual-item-quantity-change",
      "chargeback",
      "product-change"
    )
  ),
  entries: Schema.Array(TransactionEntry),
  /** Refunds of the entries. */
  adjustedBy: Schema.Array(wireStruct({ transactionId: Schema.String, entryIndex: Schema.Int })),
  testMode: Schema.Boolean
})) {}
