/** Invoices of any customer. docs/platform.md §21.4. */
import type * as Stream from "effect/Stream"
import { after, pageSize } from "../../layers/reads/index.ts"
import type { ServerAccess } from "../../schemas/access.ts"
import * as Invoices from "../../schemas/endpoints/invoices.ts"
import type { CustomerInvoice } from "../../schemas/entities/Billing.ts"
import type { CallError } from "../../schemas/errors/CallError.ts"
import { type Customer, fieldsOf } from "./customer.ts"

/** Streams the invoices of a customer, newest first, holding one page in memory. */
export const stream = (of: Customer): Stream.Stream<CustomerInvoice, CallError, ServerAccess> =>
  after((cursor) => Invoices.listAny({ ...fieldsOf(of), limit: pageSize, cursor }))
