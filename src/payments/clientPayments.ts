/** Payments of the signed-in user and of teams that the user administers. */
export * as billing from "./billing.ts"
export * as checkout from "./checkout.ts"
export * as invoices from "./invoices.ts"
export * as items from "./items.ts"
export * as products from "./products.ts"
