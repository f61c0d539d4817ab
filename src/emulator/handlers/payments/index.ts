/** Handlers of payments. */
export { billing, invoices, products, purchases } from "./customers.ts"
export { handlers as items } from "./items.ts"
export { handlers as payments, transactions } from "./payments.ts"
