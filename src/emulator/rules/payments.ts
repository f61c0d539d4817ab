/** How the platform reads requests about payments. docs/platform.md §21. */
import * as Schema from "effect/Schema"
import { currencies, InlineProduct } from "../../../schemas/entities/PaymentProduct.ts"
import { cutTo, oneOf, positive, type Read, refusedOutside, type RequestRules } from "./RequestRules.ts"

const id = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,62}$/

const idsOf = (record: unknown): ReadonlyArray<string> =>
  typeof record === "object" && record !== null ? Object.keys(record) : []

const hasCurrency = (price: unknown): boolean =>
  typeof price === "object" && price !== null && currencies.some((currency) => Object.hasOwn(price, currency))

/**
 * Ids of prices and items must have a certain format, and every price must have a currency. The contract accepts any.
 */
const inlineProduct: Read = (sent) => {
  if (typeof sent !== "object" || sent === null) return { value: sent }
  const { included_items: items, prices } = sent as { readonly [name: string]: unknown }
  const wrong = [...idsOf(prices), ...idsOf(items)].find((key) => !id.test(key))
  if (wrong !== undefined) return { malformed: `${JSON.stringify(wrong)} is not an id` }
  return Object.values(typeof prices === "object" && prices !== null ? prices : {}).every(hasCurrency)
    ? { value: sent }
    : { malformed: "expected a price in at least one currency", at: ".prices" }
}

const isInlineProduct = Schema.is(Schema.toEncoded(InlineProduct))

/** Only back ends may define products. The platform checks the product's form first. */
const atServerLevelOnly: Read = (sent) => {
  const reading = inlineProduct(sent)
  if (!("value" in reading)) return reading
  return isInlineProduct(sent)
    ? { refused: "A product can be defined inline at server level only" }
    : { malformed: "expected a product" }
}

/** Customers of these endpoints have an account at the payment provider, which custom customers lack. */
const withAccount: RequestRules = { fields: { customer_type: oneOf("user", "team") } }

const listed: RequestRules = { fields: { limit: refusedOutside(1, 100, { status: 500 }) } }

const invoices: RequestRules = { fields: { ...withAccount.fields, ...listed.fields } }

const switching: RequestRules = { fields: { ...withAccount.fields, quantity: positive } }

const chosen: RequestRules = { fields: { quantity: positive } }

/** An unreadable time passes the platform's check of the form, and fails later. */
const expiresAt: Read = (sent) =>
  typeof sent === "string" && Number.isNaN(Date.parse(sent))
    ? { refused: "The time of expiry is invalid", status: 500 }
    : { value: sent }

/** Rules of endpoints for payments, by the endpoint's name. */
export const payments: { readonly [name: string]: RequestRules } = {
  "billing.get": withAccount,
  "billing.getAny": withAccount,
  "billing.startPaymentMethodSetup": withAccount,
  "billing.startAnyPaymentMethodSetup": withAccount,
  "billing.setDefaultPaymentMethod": withAccount,
  "billing.setAnyDefaultPaymentMethod": withAccount,
  "invoices.list": invoices,
  "invoices.listAny": invoices,
  "items.updateQuantity": { fields: { expires_at: expiresAt } },
  "payments.testModePurchase": chosen,
  "products.list": listed,
  "products.listAny": listed,
  "products.grant": { fields: { product_inline: inlineProduct, quantity: positive } },
  "products.switchProduct": switching,
  "products.switchAnyProduct": switching,
  "purchases.createUrl": { fields: { product_inline: atServerLevelOnly, offer_inline: atServerLevelOnly } },
  "purchases.createAnyUrl": { fields: { product_inline: inlineProduct, offer_inline: inlineProduct } },
  "purchases.startPayment": chosen,
  "purchases.completeInTestMode": chosen,
  "transactions.list": { fields: { limit: cutTo(1, 200) } }
}
