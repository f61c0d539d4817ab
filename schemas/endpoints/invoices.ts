/** Invoices of customers' subscriptions. Since revision 2026-04. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { CustomerInvoice } from "../entities/Billing.ts"
import { CustomerType } from "../entities/PaymentProduct.ts"
import { pageOf } from "../entities/responses.ts"
import { TeamPermissionRequired } from "../errors/permissions.ts"
import { TeamMembershipNotFound } from "../errors/teams.ts"
import { UserAuthenticationRequired } from "../errors/users.ts"
import { QueryInt } from "../fields.ts"

const input = {
  customerType: CustomerType,
  customerId: Schema.String,
  cursor: Schema.optional(Schema.String),
  limit: Schema.optional(QueryInt)
}

const output = pageOf(CustomerInvoice)

/** Lists the invoices of the signed-in user, or of a team that the user administers, newest first. */
export const list = endpoint("client", "invoices.list", "GET /payments/invoices/{customer_type}/{customer_id}", {
  since: "2026-04",
  input,
  output,
  errors: [UserAuthenticationRequired, TeamMembershipNotFound, TeamPermissionRequired]
})

/** Lists the invoices of any customer, newest first. Unknown customers have none. */
export const listAny = endpoint("server", "invoices.listAny", "GET /payments/invoices/{customer_type}/{customer_id}", {
  since: "2026-04",
  input,
  output
})
