/** Days and times as readers write them. */
"use client"
import { useTexts } from "../Language.tsx"

/** Formats in the language and the time zone of the reader. */
export const useDates = () => {
  const { lang } = useTexts()
  return {
    day: (date: Date): string => new Intl.DateTimeFormat(lang, { dateStyle: "medium" }).format(date),
    moment: (date: Date): string =>
      new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" }).format(date)
  }
}
