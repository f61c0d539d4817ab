/** Intervals: periods follow the calendar; items repeat after fixed lengths. */
import type { Interval } from "../state/index.ts"

const day = 86_400_000
const lengths: { readonly [unit: string]: number } = { day, week: 7 * day, month: 30 * day, year: 365 * day }

/** Returns the fixed length of an interval in milliseconds; `undefined` for an interval of 0. */
export const lengthOf = ([count, unit]: Interval): number | undefined => {
  const length = count * (lengths[unit] ?? 0)
  return length > 0 ? length : undefined
}

/** Adds intervals to a time by the calendar. If the resulting month has no such day, returns its last day. */
export const after = (time: number, [count, unit]: Interval, intervals: number): number => {
  // an interval of 0 would make a subscription renew without end
  const total = Math.max(1, count) * intervals
  if (unit === "day" || unit === "week") return time + total * lengths[unit]!
  const start = new Date(time)
  const end = new Date(time)
  end.setUTCDate(1)
  end.setUTCMonth(start.getUTCMonth() + total * (unit === "year" ? 12 : 1))
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(start.getUTCDate(), last))
  return end.getTime()
}
