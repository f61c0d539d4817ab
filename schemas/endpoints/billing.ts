/** Payment methods of customers. Since revision 2026-04. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { CustomerBilling, DefaultPaymentMethodSet, PaymentMethodSetup } from "../entities/Billing.ts"
import { CustomerType } from "../entities/PaymentProduct.ts"
import { TeamPermissionRequired } from "../errors/permissions.ts"
import { TeamMembershipNotFound, TeamNotFound } from "../errors/teams.ts"
import { UserAuthenticationRequired, UserNotFound } from "../errors/users.ts"

const since = "2026-04"
const customer = { customerType: CustomerType, customerId: Schema.String }

const atClientLevel = [
  UserAuthenticationRequired,
  TeamMembershipNotFound,
  TeamPermissionRequired,
  UserNotFound,
  TeamNotFound
] as const

/** Returns the payment method of the signed-in user, or of a team that the user administers. */
export const get = endpoint("client", "billing.get", "GET /payments/billing/{customer_type}/{customer_id}", {
  since,
  input: customer,
  output: CustomerBilling,
  errors: atClientLevel
})

/** Returns the payment method of any customer. */
export const getAny = endpoint("server", "billing.getAny", "GET /payments/billing/{customer_type}/{customer_id}", {
  since,
  input: customer,
  output: CustomerBilling,
  errors: [UserNotFound, TeamNotFound]
})

/**
 * Starts storing a card for the signed-in user, or for a team that the user administers. Confirm `clientSecret` with
 * the payment provider's form, then call `setDefaultPaymentMethod`.
 */
export const startPaymentMethodSetup = endpoint(
  "client",
  "billing.startPaymentMethodSetup",
  "POST /payments/payment-method/{customer_type}/{customer_id}/setup-intent",
  { since, input: customer, output: PaymentMethodSetup, errors: atClientLevel, body: "none", invalidates: ["billing"] }
)

/** Starts storing a card for any customer. */
export const startAnyPaymentMethodSetup = endpoint(
  "server",
  "billing.startAnyPaymentMethodSetup",
  "POST /payments/payment-method/{customer_type}/{customer_id}/setup-intent",
  {
    since,
    input: customer,
    output: PaymentMethodSetup,
    errors: [UserNotFound, TeamNotFound],
    body: "none",
    invalidates: ["billing"]
  }
)

const stored = { ...customer, setupIntentId: Schema.String }

/**
 * Makes a stored card the default for the signed-in user, or for a team that the user administers. Fails with
 * `HttpFailure` (403) if another customer stored the card.
 */
export const setDefaultPaymentMethod = endpoint(
  "client",
  "billing.setDefaultPaymentMethod",
  "POST /payments/payment-method/{customer_type}/{customer_id}/set-default",
  {
    since,
    input: stored,
    output: DefaultPaymentMethodSet,
    errors: atClientLevel,
    idempotent: true,
    invalidates: ["billing"]
  }
)

/** Makes a stored card the default for any customer. */
export const setAnyDefaultPaymentMethod = endpoint(
  "server",
  "billing.setAnyDefaultPaymentMethod",
  "POST /payments/payment-method/{customer_type}/{customer_id}/set-default",
  {
    since,
    input: stored,
    output: DefaultPaymentMethodSet,
    errors: [UserNotFound, TeamNotFound],
    idempotent: true,
    invalidates: ["billing"]
  }
)
