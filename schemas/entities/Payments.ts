/** A project's payments, from the platform's internal routes. */
import * as Schema from "effect/Schema"
import { wireStruct } from "../wireNames.ts"

/** The project's Stripe account. */
export class StripeAccountInfo extends Schema.Opaque<StripeAccountInfo>()(wireStruct({
  accountId: Schema.String,
  chargesEnabled: Schema.Boolean,
  /** Whether Stripe has all required details. */
  detailsSubmitted: Schema.Boolean,
  payoutsEnabled: Schema.Boolean
})) {}

/** A payment method. */
export class PaymentMethodConfig extends Schema.Opaque<PaymentMethodConfig>()(wireStruct({
  id: Schema.String,
  name: Schema.String,
  enabled: Schema.Boolean,
  available: Schema.Boolean,
  /** Whether the project can enable or disable the payment method. */
  overridable: Schema.Boolean
})) {}
