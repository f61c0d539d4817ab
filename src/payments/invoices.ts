/** Invoices of the signed-in user and of teams. Purchases without a subscription have none. docs/platform.md §21.4. */
import * as Effect from "effect/Effect"
import { pageSize } from "../../layers/reads/index.ts"
import * as Invoices from "../../schemas/endpoints/invoices.ts"
import { type OwnCustomer, ownFields } from "./customer.ts"
import { everyPage } from "./everyPage.ts"

/** Returns all invoices, newest first. */
export const list = Effect.fn("invoices.list")(function*(of: OwnCustomer = {}) {
  const customer = yield* ownFields("invoices.list", of)
  return yield* everyPage((cursor) => Invoices.list({ ...customer, limit: pageSize, cursor }))
})
