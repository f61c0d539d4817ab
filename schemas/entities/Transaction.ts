/** Transactions of a project: purchases, renewals, and changes of items. */
import * as Schema from "effect/Schema"
import { Millis, openEnum } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"
import { PaymentProduct } from "./PaymentProduct.ts"

const customerType = openEnum("user", "team", "custom")

const Amounts = Schema.Record(Schema.String, Schema.String)

/** Declares an entry. A function, because bundlers keep spreads at module level. */
const entry = <const Type extends ReadonlyArray<string>, const Fields extends Schema.Struct.Fields>(
  types: Type,
  fields: Fields
) =>
  wireStruct({
    type: Schema.Literals(types),
    adjustedTransactionId: Schema.NullOr(Schema.String),
    adjustedEntryIndex: Schema.NullOr(Schema.Int),
    ...fields
  })

/** A payment. */
const MoneyTransfer = entry(["money_transfer"], {
  customerType,
  customerId: Schema.String,
  /** Price times quantity, by currency. */
  chargedAmount: Amounts,
  /** Amount in US dollars, with fees included. */
  netAmount: Amounts
})

/** A changed quantity of an item. */
const ItemQuantityChange = entry(["item_quantity_change"], {
  customerType,
  customerId: Schema.String,
  itemId: Schema.String,
  quantity: Schema.Finite
})

/** A product that the customer received. */
const ProductGrant = entry(["product_grant"], {
  customerType,
  customerId: Schema.String,
  productId: Schema.NullOr(Schema.String),
  product: PaymentProduct,
  /** `null` for products that were granted without a purchase. */
  priceId: Schema.NullOr(Schema.String),
  quantity: Schema.Finite,
  subscriptionId: Schema.optionalKey(Schema.String),
  oneTimePurchaseId: Schema.optionalKey(Schema.String)
})

/** A product that was taken back from the customer, or returned to the customer afterwards. */
const ProductRevocation = entry(["product_revocation", "product_revocation_reversal"], { quantity: Schema.Finite })

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
