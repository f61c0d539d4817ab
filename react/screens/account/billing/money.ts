/** Amounts and prices in the language of the screens. */
"use client"
import type { PaymentProduct } from "../../../../schemas/entities/PaymentProduct.ts"
import { useWords } from "../../Language.tsx"
import { lang } from "../../texts/english.ts"
import { localeOf } from "../../texts/localeOf.ts"

const english = { lang }

/** Units that `Intl` can format. */
const units: ReadonlyArray<string> = ["day", "week", "month", "year"]

/** Returns functions that format amounts and prices. */
export const useMoney = () => {
  const locale = localeOf(useWords(english).lang)
  const dollars = new Intl.NumberFormat(locale, { style: "currency", currency: "USD" })
  const amount = (usd: number) =>
    // Without the isolation (Unicode UAX 9), right-to-left scripts would reorder the characters of "US$".
    dollars.formatToParts(usd).map(({ type, value }) =>
      type === "currency" && value.length > 1 ? `\u2068${value}\u2069` : value
    ).join("")
  return {
    amount,
    /** Returns the price of a subscription, such as "$20.00 / 1 month". `undefined` if the product has several prices. */
    priceOf: ({ prices }: PaymentProduct): string | undefined => {
      const [price, ...others] = Object.values(prices)
      if (price?.USD === undefined || price.interval === undefined || others.length > 0) return undefined
      const [count, unit] = price.interval
      if (!units.includes(unit)) return undefined
      const interval = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" })
      return `${amount(Number(price.USD))} / ${interval.format(count)}`
    }
  }
}
