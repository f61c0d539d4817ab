/** Customers' items: credits, seats and other countable things. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { PaymentItem } from "../entities/PaymentItem.ts"
import { CustomerType } from "../entities/PaymentProduct.ts"
import { Empty } from "../entities/responses.ts"
import { ItemCustomerTypeDoesNotMatch, ItemNotFound, ItemQuantityInsufficientAmount } from "../errors/payments.ts"
import { TeamPermissionRequired } from "../errors/permissions.ts"
import { TeamMembershipNotFound, TeamNotFound } from "../errors/teams.ts"
import { UserAuthenticationRequired, UserNotFound } from "../errors/users.ts"
import { QueryBoolean } from "../fields.ts"

const item = { customerType: CustomerType, customerId: Schema.String, itemId: Schema.String }

/**
 * Returns an item of the signed-in user, or of a team in which the user has the permission `team_admin`. Other
 * customers fail with `HttpFailure` (403). The platform does not resolve `me`.
 */
export const get = endpoint("client", "items.get", "GET /payments/items/{customer_type}/{customer_id}/{item_id}", {
  input: item,
  output: PaymentItem,
  errors: [
    UserAuthenticationRequired,
    TeamMembershipNotFound,
    TeamPermissionRequired,
    ItemNotFound,
    ItemCustomerTypeDoesNotMatch,
    UserNotFound,
    TeamNotFound
  ]
})

/** Returns an item of any customer. The quantity of an item that the customer never received is 0. */
export const getAny = endpoint(
  "server",
  "items.getAny",
  "GET /payments/items/{customer_type}/{customer_id}/{item_id}",
  { input: item, output: PaymentItem, errors: [ItemNotFound, ItemCustomerTypeDoesNotMatch, UserNotFound, TeamNotFound] }
)

/**
 * Changes the quantity of an item. Not idempotent: after a lost response it's unknown whether the change was made, so
 * the request is never retried.
 */
export const updateQuantity = endpoint(
  "server",
  "items.updateQuantity",
  "POST /payments/items/{customer_type}/{customer_id}/{item_id}/update-quantity",
  {
    input: {
      ...item,
      /** Whether the quantity may become negative. Otherwise, a deduction that is too large changes nothing. */
      allowNegative: QueryBoolean,
      delta: Schema.Int,
      /** Time at which an added quantity expires. Has no effect on a deduction. */
      expiresAt: Schema.optional(Schema.DateFromString),
      description: Schema.optional(Schema.String)
    },
    query: ["allowNegative"],
    output: Empty,
    errors: [
      ItemNotFound,
      ItemCustomerTypeDoesNotMatch,
      UserNotFound,
      TeamNotFound,
      ItemQuantityInsufficientAmount
    ],
    invalidates: ["items", "transactions"]
  }
)
