/** Products that customers own. Since revision 2026-04. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { CustomerProduct, CustomerType, InlineProduct, ProductGranted } from "../entities/PaymentProduct.ts"
import { pageOf, Success } from "../entities/responses.ts"
import {
  DefaultPaymentMethodRequired,
  NewPurchasesBlocked,
  ProductAlreadyGranted,
  ProductCustomerTypeDoesNotMatch,
  ProductDoesNotExist
} from "../errors/payments.ts"
import { TeamPermissionRequired } from "../errors/permissions.ts"
import { TeamMembershipNotFound, TeamNotFound } from "../errors/teams.ts"
import { UserAuthenticationRequired, UserNotFound } from "../errors/users.ts"
import { QueryInt } from "../fields.ts"

const since = "2026-04"
const customer = { customerType: CustomerType, customerId: Schema.String }
const page = { ...customer, cursor: Schema.optional(Schema.String), limit: Schema.optional(QueryInt) }

const atClientLevel = [
  UserAuthenticationRequired,
  TeamMembershipNotFound,
  TeamPermissionRequired,
  UserNotFound,
  TeamNotFound
] as const

const output = pageOf(CustomerProduct)

/**
 * Lists the products of the signed-in user, or of a team that the user administers. Leaves out products that only back
 * ends can sell.
 */
export const list = endpoint("client", "products.list", "GET /payments/products/{customer_type}/{customer_id}", {
  since,
  input: page,
  output,
  errors: atClientLevel
})

/** Lists the products that a customer owns, by id. A `limit` outside 1 to 100 fails with `HttpFailure` (500). */
export const listAny = endpoint("server", "products.listAny", "GET /payments/products/{customer_type}/{customer_id}", {
  since,
  input: page,
  output,
  errors: [UserNotFound, TeamNotFound]
})

/**
 * Grants one of the project's products, or an inline product, without payment. The product's first price decides
 * whether the customer gets a subscription. Quantities above 1 require a stackable product.
 */
export const grant = endpoint("server", "products.grant", "POST /payments/products/{customer_type}/{customer_id}", {
  since,
  input: {
    ...customer,
    productId: Schema.optional(Schema.String),
    productInline: Schema.optional(InlineProduct),
    quantity: Schema.optional(Schema.Int)
  },
  output: ProductGranted,
  errors: [UserNotFound, TeamNotFound, ProductDoesNotExist, ProductCustomerTypeDoesNotMatch, ProductAlreadyGranted],
  invalidates: ["products", "items", "transactions"]
})

const canceled = {
  ...customer,
  productId: Schema.String,
  /** Cancels only this subscription. Required for an inline product, because the platform ignores its `productId`. */
  subscriptionId: Schema.optional(Schema.String)
}

/**
 * Cancels the signed-in user's subscriptions to a product, or those of a team that the user administers. The customer
 * keeps the product until the paid period ends.
 */
export const cancel = endpoint(
  "client",
  "products.cancel",
  "DELETE /payments/products/{customer_type}/{customer_id}/{product_id}",
  {
    since,
    input: canceled,
    output: Success,
    errors: [...atClientLevel, ProductDoesNotExist, ProductCustomerTypeDoesNotMatch],
    idempotent: false,
    invalidates: ["products", "items", "invoices", "transactions"]
  }
)

/** Cancels any customer's subscriptions to a product. */
export const cancelAny = endpoint(
  "server",
  "products.cancelAny",
  "DELETE /payments/products/{customer_type}/{customer_id}/{product_id}",
  {
    since,
    input: canceled,
    output: Success,
    errors: [UserNotFound, TeamNotFound, ProductDoesNotExist, ProductCustomerTypeDoesNotMatch],
    idempotent: false,
    invalidates: ["products", "items", "invoices", "transactions"]
  }
)

const switched = {
  ...customer,
  fromProductId: Schema.String,
  toProductId: Schema.String,
  /** @default the product's first price with an interval */
  priceId: Schema.optional(Schema.String),
  /** @default the quantity of the subscription */
  quantity: Schema.optional(Schema.Int)
}

/**
 * Replaces a paid subscription of the signed-in user, or of a team that the user administers, with another product of
 * the same product line. Subscriptions that were granted or bought in test mode fail with `HttpFailure` (400).
 */
export const switchProduct = endpoint(
  "client",
  "products.switchProduct",
  "POST /payments/products/{customer_type}/{customer_id}/switch",
  {
    since,
    input: switched,
    output: Success,
    errors: [NewPurchasesBlocked, ...atClientLevel, DefaultPaymentMethodRequired],
    invalidates: ["products", "items", "invoices", "transactions"]
  }
)

/** Replaces a paid subscription of any customer with another product of the same product line. */
export const switchAnyProduct = endpoint(
  "server",
  "products.switchAnyProduct",
  "POST /payments/products/{customer_type}/{customer_id}/switch",
  {
    since,
    input: switched,
    output: Success,
    errors: [NewPurchasesBlocked, UserNotFound, TeamNotFound, DefaultPaymentMethodRequired],
    invalidates: ["products", "items", "invoices", "transactions"]
  }
)
