/** Products that a project sells or a customer owns. */
import * as Schema from "effect/Schema"
import { Json, openEnum } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"

const optional = Schema.optionalKey

/** Type of a customer in a request. `custom` is anything else with an id of your choice, such as a workspace. */
export const CustomerType = Schema.Literals(["user", "team", "custom"])

/** Type of a customer in a request. */
export type CustomerType = typeof CustomerType.Type

/** Number of units and the unit: `[1, "month"]`. */
export const DayInterval = Schema.Tuple([Schema.Int, openEnum("day", "week", "month", "year")])

/** An amount of money, with a dot before the decimals: `"10"`, `"10.50"`. */
const Money = Schema.String

/** The currencies of prices. Only US dollars are charged. */
export const currencies = ["USD", "EUR", "GBP", "JPY", "INR", "AUD", "CAD"] as const

/** A price of a product, in at least one currency. */
export class ProductPrice extends Schema.Opaque<ProductPrice>()(wireStruct({
  USD: wire("USD", optional(Money)),
  EUR: wire("EUR", optional(Money)),
  GBP: wire("GBP", optional(Money)),
  JPY: wire("JPY", optional(Money)),
  INR: wire("INR", optional(Money)),
  AUD: wire("AUD", optional(Money)),
  CAD: wire("CAD", optional(Money)),
  /** Billing interval. Without one, the price is paid once. */
  interval: optional(DayInterval),
  /** Shown on the payment page; the platform does not start trials yet. */
  freeTrial: optional(DayInterval)
})) {}

/** An item that a product includes. */
export class IncludedItem extends Schema.Opaque<IncludedItem>()(wireStruct({
  /** @default 0 */
  quantity: optional(Schema.Finite),
  /** Interval after which the item is granted again. @default "never" */
  repeat: optional(Schema.Union([DayInterval, Schema.Literal("never")])),
  /** When the granted quantity expires. @default "never" */
  expires: optional(openEnum("never", "when-purchase-expires", "when-repeated"))
})) {}

const prices = Schema.Record(Schema.String, ProductPrice)
const includedItems = Schema.Record(Schema.String, IncludedItem)

/** A product, as it was when the customer bought it. */
export class PaymentProduct extends Schema.Opaque<PaymentProduct>()(wireStruct({
  displayName: Schema.String,
  customerType: openEnum("user", "team", "custom"),
  /** Whether only back ends can sell the product. */
  serverOnly: Schema.Boolean,
  /** Whether a customer can own more than one. */
  stackable: Schema.Boolean,
  freeTrial: optional(DayInterval),
  /** Prices by id. */
  prices,
  /** Included items by id. */
  includedItems,
  clientMetadata: Json,
  clientReadOnlyMetadata: Json,
  /** Clients can read this value too. */
  serverMetadata: Json
})) {}

/** A product that is not in the project's configuration. */
export class InlineProduct extends Schema.Opaque<InlineProduct>()(wireStruct({
  displayName: Schema.String,
  customerType: CustomerType,
  /** @default true */
  serverOnly: Schema.optional(Schema.Boolean),
  /** Has no effect: a customer can own such a product only once. @default false */
  stackable: Schema.optional(Schema.Boolean),
  freeTrial: Schema.optional(DayInterval),
  /** Prices by id. */
  prices: Schema.optional(prices),
  /** Included items by id. */
  includedItems,
  clientMetadata: Schema.optional(Json),
  clientReadOnlyMetadata: Schema.optional(Json),
  serverMetadata: Schema.optional(Json)
})) {}

/** A product that a customer owns. */
export class CustomerProduct extends Schema.Opaque<CustomerProduct>()(wireStruct({
  /** `null` for products that were defined inline. */
  id: Schema.NullOr(Schema.String),
  quantity: Schema.Finite,
  product: PaymentProduct,
  /** The platform plans to remove this field. */
  type: optional(openEnum("one_time", "subscription")),
  /** The active subscription; `null` for a one-time purchase, and for a canceled subscription until its period ends. */
  subscription: optional(Schema.NullOr(wireStruct({
    subscriptionId: Schema.NullOr(Schema.String),
    currentPeriodEnd: Schema.NullOr(Schema.DateFromString),
    cancelAtPeriodEnd: Schema.Boolean,
    isCancelable: Schema.Boolean
  }))),
  /** Products of the same product line that the customer can switch to. Absent if the product is in no product line. */
  switchOptions: optional(Schema.Array(wireStruct({ productId: Schema.String, product: PaymentProduct })))
})) {}

/** Result of granting a product. */
export class ProductGranted extends Schema.Opaque<ProductGranted>()(wireStruct({
  success: Schema.Literal(true),
  /** Id of the new subscription, if the product's first price has an interval. */
  subscriptionId: optional(Schema.String)
})) {}
