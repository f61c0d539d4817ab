/** Payment methods and invoices of a customer, and the details of a purchase code. */
import * as Schema from "effect/Schema"
import { Millis, openEnum, Secret } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"
import { PaymentProduct } from "./PaymentProduct.ts"

/** A stored card. */
export class PaymentMethod extends Schema.Opaque<PaymentMethod>()(wireStruct({
  id: Schema.String,
  brand: Schema.NullOr(Schema.String),
  /** Last four digits. */
  last4: Schema.NullOr(Schema.String),
  expMonth: Schema.NullOr(Schema.Finite),
  expYear: Schema.NullOr(Schema.Finite)
})) {}

/** The customer at the payment provider. */
export class CustomerBilling extends Schema.Opaque<CustomerBilling>()(wireStruct({
  /** Whether the payment provider knows the customer. */
  hasCustomer: Schema.Boolean,
  defaultPaymentMethod: Schema.NullOr(PaymentMethod)
})) {}

/** What the payment provider's form needs to store a card. */
export class PaymentMethodSetup extends Schema.Opaque<PaymentMethodSetup>()(wireStruct({
  clientSecret: Secret,
  stripeAccountId: Schema.String
})) {}

/** Result of choosing the default payment method. */
export class DefaultPaymentMethodSet extends Schema.Opaque<DefaultPaymentMethodSet>()(wireStruct({
  success: Schema.Literal(true),
  defaultPaymentMethod: Schema.NullOr(PaymentMethod)
})) {}

/** An invoice of a subscription. Invoices have no id on the wire. */
export class CustomerInvoice extends Schema.Opaque<CustomerInvoice>()(wireStruct({
  createdAt: wire("created_at_millis", Millis),
  status: Schema.NullOr(openEnum("draft", "open", "paid", "uncollectible", "void")),
  /** Amount in the smallest unit of the currency, such as cents. */
  amountTotal: Schema.Int,
  /** Page with the invoice, at the payment provider. */
  hostedInvoiceUrl: Schema.NullOr(Schema.String)
})) {}

/** The details of a code's purchase. */
export class PurchaseCodeInfo extends Schema.Opaque<PurchaseCodeInfo>()(wireStruct({
  product: PaymentProduct,
  stripeAccountId: Schema.String,
  projectId: Schema.String,
  projectLogoUrl: Schema.NullOr(Schema.String),
  /** Whether the customer already owns the product and can own only one. */
  alreadyBoughtNonStackable: Schema.Boolean,
  /** Owned products of the same product line, which the purchase would replace. */
  conflictingProducts: Schema.Array(wireStruct({ productId: Schema.String, displayName: Schema.String })),
  testMode: Schema.Boolean,
  /** Whether the project could take payments when the code was created. */
  chargesEnabled: Schema.Boolean
})) {}
