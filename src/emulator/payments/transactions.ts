/** Transactions of a project: purchases, renewals, and changes of items. */
import type { Transaction, TransactionEntry } from "../../../schemas/entities/Transaction.ts"
import type { Customer, Invoice, ItemChange, Project, Purchase } from "../state/index.ts"
import { amountsOf } from "./money.ts"

const unadjusted = { adjustedTransactionId: null, adjustedEntryIndex: null }

const ofCustomer = ({ id: customerId, type: customerType }: Customer) => ({ ...unadjusted, customerType, customerId })

const moneyOf = (customer: Customer, chargedAmount: { readonly [currency: string]: string }): TransactionEntry => ({
  type: "money_transfer",
  ...ofCustomer(customer),
  chargedAmount,
  netAmount: { USD: chargedAmount["USD"] ?? "0" }
})

const at = (time: number) => ({ createdAt: new Date(time), effectiveAt: new Date(time) })

const purchaseOf = ({ createdAt, customer, id, phases, refunded, source, subscription }: Purchase): Transaction => {
  const { priceId, product, productId, quantity } = phases[0]
  const price = priceId === null ? undefined : product.prices[priceId]
  return {
    id,
    ...at(createdAt),
    type: "purchase",
    entries: [
      {
        type: "product_grant",
        ...ofCustomer(customer),
        productId,
        product,
        priceId,
        quantity,
        ...(subscription === null ? { oneTimePurchaseId: id } : { subscriptionId: id })
      },
      ...(price === undefined || source !== "payment" ? [] : [moneyOf(customer, amountsOf(price, quantity))]),
      ...Object.entries(product.includedItems).map(([itemId, item]): TransactionEntry => ({
        type: "item_quantity_change",
        ...ofCustomer(customer),
        itemId,
        quantity: (item.quantity ?? 0) * quantity
      }))
    ],
    adjustedBy: refunded === null ? [] : [{ transactionId: `${id}:refund`, entryIndex: 0 }],
    testMode: source === "testMode"
  }
}

const renewalOf = ({ cents, createdAt, customer, id }: Invoice): Transaction => ({
  id,
  ...at(createdAt),
  type: "subscription-renewal",
  entries: [moneyOf(customer, { USD: (cents / 100).toFixed(2) })],
  adjustedBy: [],
  testMode: false
})

const changeOf = ({ createdAt, customer, delta, id, itemId }: ItemChange): Transaction => ({
  id,
  ...at(createdAt),
  type: "manual-item-quantity-change",
  entries: [{ type: "item_quantity_change", ...ofCustomer(customer), itemId, quantity: delta }],
  adjustedBy: [],
  testMode: false
})

const newestFirst = (a: Transaction, b: Transaction): number =>
  b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

/** Returns the transactions of a project, newest first. */
export const listOf = ({ payments }: Project, filter: {
  readonly type?: string | undefined
  readonly customerType?: Customer["type"] | undefined
}): ReadonlyArray<Transaction> => {
  const { customerType, type } = filter
  const of = ({ customer }: { readonly customer: Customer }) =>
    customerType === undefined || customer.type === customerType
  return [
    ...payments.purchases.filter(of).map(purchaseOf),
    ...payments.invoices.filter(({ isRenewal, status }) => isRenewal && status === "paid").filter(of).map(renewalOf),
    ...payments.itemChanges.filter(of).map(changeOf)
  ].filter((transaction) => type === undefined || transaction.type === type).sort(newestFirst)
}
