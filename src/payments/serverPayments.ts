/** Payments of any customer, for back ends. Each call requires `ServerAccess`. */
export * as billing from "./serverBilling.ts"
export * as checkout from "./serverCheckout.ts"
export * as invoices from "./serverInvoices.ts"
export * as items from "./serverItems.ts"
export * as products from "./serverProducts.ts"
