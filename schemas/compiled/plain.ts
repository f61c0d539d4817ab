/** Functions that schemas use and the compiled contract calls by name: see `.ci/contract.mjs`. */
import * as Redacted from "effect/Redacted"

/** Whether this copy of Effect wrapped the secret. Secrets of another copy can't be read. */
export const isReadable = (secret: Redacted.Redacted<unknown>): boolean => {
  try {
    Redacted.value(secret)
    return true
  } catch {
    return false
  }
}

/** Returns the text of a secret, changed by `clean`. */
export const unwrapped = (clean: (text: string) => string) => (secret: Redacted.Redacted): string => {
  const text: unknown = Redacted.value(secret)
  // the schema rejects anything but text
  return typeof text === "string" ? clean(text) : text as string
}

export const asIs = (text: string): string => text

export const wrapped = (text: string): Redacted.Redacted => Redacted.make(text)

export const trimmed = (text: string): string => text.trim()

export const isTrue = (text: string): boolean => text === "true"

export const trueOrFalse = (value: boolean): "true" | "false" => value ? "true" : "false"

export const dateOf = (value: number | string): Date => new Date(value)

export const millisOf = (date: Date): number => date.getTime()

/** Formats an invalid date as `Invalid Date`, as Effect does; `toISOString` would throw. */
export const isoOf = (date: Date): string => Number.isNaN(date.getTime()) ? "Invalid Date" : date.toISOString()

export const textOf = (value: unknown): string => String(value)

export const numberOf = (text: unknown): number => Number(text)

export const joined = (texts: ReadonlyArray<string>): string => texts.join(",")

export const separated = (text: string): ReadonlyArray<string> => text === "" ? [] : text.split(",")
