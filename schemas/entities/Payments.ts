/** How a project is paid. The platform's internal routes. */
import * as Schema from "effect/Schema"
import { wireStruct } from "../wireNames.ts"

/** What the payment vendor says about the project's account. */
export class StripeAccountInfo extends Schema.Opaque<StripeAccountInfo>()(wireStruct({
  accountId: Schema.String,
  chargesEnabled: Schema.Boolean,
  /** The vendor knows all it wants to know. */
  detailsSubmitted: Schema.Boolean,
  payoutsEnabled: Schema.Boolean
})) {}

/** A way to pay. */
export class PaymentMethodConfig extends Schema.Opaque<PaymentMethodConfig>()(wireStruct({
  id: Schema.String,
  name: Schema.String,
  enabled: Schema.Boolean,
  available: Schema.Boolean,
  /** The project may switch it. */
  overridable: Schema.Boolean
})) {}
