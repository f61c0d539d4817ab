/** Payment configuration: what a project sells, to which type of customer, and at which prices. */
import * as Schema from "effect/Schema"
import { currencies, CustomerType } from "./PaymentProduct.ts"

const optional = Schema.optionalKey
const Flag = optional(Schema.Boolean)
const Text = optional(Schema.String)

const Id = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9_][A-Za-z0-9_-]{0,62}$/, {
    expected: "an id of 1 to 63 letters, digits, underscores and hyphens, which doesn't start with a hyphen"
  })
)

const Interval = Schema.Tuple([
  Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  Schema.Literals(["day", "week", "month", "year"])
])

/** Whether a string is an amount of money with at most this many decimals. */
export const isAmount = (text: string, decimals: number): boolean =>
  /^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/.test(text) && (text.split(".")[1]?.length ?? 0) <= decimals

const amountIn = (decimals: number) =>
  optional(
    Schema.String.check(
      Schema.makeFilter((text: string) =>
        isAmount(text, decimals) || `an amount such as "10"${decimals === 0 ? ", without decimals" : " or \"10.50\""}`
      )
    )
  )

const Price = Schema.Struct({
  USD: amountIn(2),
  EUR: amountIn(2),
  GBP: amountIn(2),
  JPY: amountIn(0),
  INR: amountIn(2),
  AUD: amountIn(2),
  CAD: amountIn(2),
  interval: optional(Interval),
  serverOnly: Flag,
  freeTrial: optional(Interval)
}).check(
  Schema.makeFilter((price) =>
    currencies.some((currency) => price[currency] !== undefined) || "a price in at least one currency"
  )
)

/** A product in the configuration. */
export const ConfiguredProduct = Schema.Struct({
  displayName: Text,
  customerType: optional(CustomerType),
  productLineId: optional(Id),
  isAddOnTo: optional(Schema.Union([Schema.Literal(false), Schema.Record(Id, Schema.Literal(true))])),
  serverOnly: Flag,
  stackable: Flag,
  freeTrial: optional(Interval),
  prices: optional(Schema.Union([Schema.Literal("include-by-default"), Schema.Record(Id, Price)])),
  includedItems: optional(Schema.Record(
    Id,
    Schema.Struct({
      quantity: optional(Schema.Finite),
      repeat: optional(Schema.Union([Interval, Schema.Literal("never")])),
      expires: optional(Schema.Literals(["never", "when-purchase-expires", "when-repeated"]))
    })
  ))
})

const Line = Schema.Struct({ displayName: Text, customerType: optional(CustomerType) })

/** Shape of the key `payments`. The keys of revision 2025-08 (`offers`, `groups`) are stored unchanged. */
export const PaymentsConfig = Schema.Struct({
  items: optional(Schema.Record(
    Id,
    Schema.Struct({ displayName: Text, customerType: optional(CustomerType), default: optional(Schema.Json) })
  )),
  products: optional(Schema.Record(Id, ConfiguredProduct)),
  productLines: optional(Schema.Record(Id, Line)),
  /** Rejects purchases and switches. @default false */
  blockNewPurchases: Flag,
  /** Offers purchases without payment on the payment page. @default true */
  testMode: Flag,
  autoPay: optional(Schema.Struct({ interval: optional(Interval) })),
  offers: optional(Schema.Json),
  groups: optional(Schema.Json),
  stripeAccountId: Text
})

/** What a project sells, as in its configuration. */
export type PaymentsConfig = typeof PaymentsConfig.Type

/** A product in the configuration. */
export type ConfiguredProduct = typeof ConfiguredProduct.Type
