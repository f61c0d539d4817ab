/** Amounts of money, which are strings on the wire. Calculations use whole numbers of the smallest unit. */
import { currencies, type ProductPrice } from "../../../schemas/entities/PaymentProduct.ts"

/** Returns the amount in US dollars as cents. */
export const centsOf = (amount: string): number => {
  const [whole, decimals = ""] = amount.split(".")
  return Number(whole) * 100 + Number(decimals.padEnd(2, "0").slice(0, 2))
}

/** Multiplies an amount, and keeps its number of decimals. */
const times = (amount: string, quantity: number): string => {
  const [whole, decimals = ""] = amount.split(".")
  const product = (BigInt(`${whole}${decimals}`) * BigInt(quantity)).toString().padStart(decimals.length + 1, "0")
  return decimals === "" ? product : `${product.slice(0, -decimals.length)}.${product.slice(-decimals.length)}`
}

/** Returns the amounts of a price for a quantity, by currency. */
export const amountsOf = (price: ProductPrice, quantity: number): { readonly [currency: string]: string } =>
  Object.fromEntries(currencies.flatMap((currency) => {
    const amount = price[currency]
    return amount === undefined ? [] : [[currency, times(amount, quantity)]]
  }))

/** Shows cents as an amount in US dollars. */
export const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`

const intervalText = ([count, unit]: readonly [number, string]): string =>
  count === 1 ? ` per ${unit}` : ` every ${count} ${unit}s`

/** Shows a price in its first currency, such as `$20.00 per month`. */
export const priceText = (price: ProductPrice): string => {
  const [[currency, amount] = ["USD", "0"]] = Object.entries(amountsOf(price, 1))
  const text = new Intl.NumberFormat("en", { style: "currency", currency }).format(Number(amount))
  return `${text}${price.interval === undefined ? "" : intervalText(price.interval)}`
}
