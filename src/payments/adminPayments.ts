/** Payments of a project, for dashboards and deployment scripts. Most calls require `AdminAccess`. */
export * as account from "../../schemas/endpoints/payments.ts"
export * as catalog from "./catalog.ts"
export * as billing from "./serverBilling.ts"
export * as checkout from "./serverCheckout.ts"
export * as invoices from "./serverInvoices.ts"
export * as items from "./serverItems.ts"
export * as products from "./serverProducts.ts"
export * as transactions from "./transactions.ts"
