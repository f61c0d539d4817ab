/** Localized dates and times. */
"use client"
import { useWords } from "../Language.tsx"
import { lang } from "../texts/english.ts"
import { localeOf } from "../texts/localeOf.ts"

const english = { lang }

/** Returns formatters for the current language and time zone. */
export const useDates = () => {
  const locale = localeOf(useWords(english).lang)
  const day = (date: Date): string => new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(date)
  return {
    day,
    moment: (date: Date): string =>
      new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(date),
    /** Formats a time as "3 minutes ago". Times over a month ago are formatted as a date. */
    ago: (date: Date, now: Date): string => {
      const seconds = Math.min(0, (date.getTime() - now.getTime()) / 1000)
      const unit = units.find(([, , until]) => -seconds < until)
      return unit === undefined
        ? day(date)
        : new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(Math.trunc(seconds / unit[1]), unit[0])
    }
  }
}

/** Length of each unit in seconds, and the maximum number of seconds for which the unit is used. */
const units = [["second", 1, 60], ["minute", 60, 3600], ["hour", 3600, 86_400], ["day", 86_400, 30 * 86_400]] as const
