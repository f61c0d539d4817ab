/** Reads durations without Effect, for adapters, which load without it. A test compares it with Effect's `Duration`. */
import type * as Duration from "effect/Duration"

const millisOfUnit: { readonly [unit: string]: number } = {
  nano: 1e-6,
  micro: 1e-3,
  milli: 1,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000
}

/** Names of the fields of a record of units, such as `{ minutes: 5 }`. */
const fields: { readonly [field: string]: number } = {
  weeks: millisOfUnit["week"]!,
  days: millisOfUnit["day"]!,
  hours: millisOfUnit["hour"]!,
  minutes: millisOfUnit["minute"]!,
  seconds: millisOfUnit["second"]!,
  milliseconds: 1,
  microseconds: millisOfUnit["micro"]!,
  nanoseconds: millisOfUnit["nano"]!
}

/** Returns a duration in milliseconds, or `NaN` if the value isn't a duration. */
export const plainMillis = (input: unknown): number => {
  if (typeof input === "number") return input
  if (typeof input === "bigint") return Number(input) / 1e6
  if (typeof input === "string") return ofText(input)
  if (typeof input !== "object" || input === null) return NaN
  if (Array.isArray(input)) {
    const [seconds, nanos]: ReadonlyArray<unknown> = input
    return input.length === 2 && typeof seconds === "number" && typeof nanos === "number"
      ? seconds * 1000 + nanos / 1e6
      : NaN
  }
  return "~effect/Duration" in input ? ofDuration(input as unknown as Duration.Duration) : ofRecord(input)
}

const ofText = (text: string): number => {
  if (/^-?Infinity$/.test(text)) return Number(text)
  const [, amount, unit] = /^(-?\d+(?:\.\d+)?)\s+(nano|micro|milli|second|minute|hour|day|week)s?$/.exec(text) ?? []
  return unit === undefined ? NaN : Number(amount) * millisOfUnit[unit]!
}

const ofDuration = ({ value }: Duration.Duration): number => {
  switch (value._tag) {
    case "Millis":
      return value.millis
    case "Nanos":
      return Number(value.nanos) / 1e6
    case "Infinity":
      return Infinity
    case "NegativeInfinity":
      return -Infinity
  }
}

const ofRecord = (record: object): number =>
  Object.entries(record).reduce(
    (sum, [name, amount]: [string, unknown]) =>
      !(name in fields) || amount === undefined
        ? sum
        : sum + (typeof amount === "number" ? amount * fields[name]! : NaN),
    0
  )
