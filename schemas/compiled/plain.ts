/** Functions that schemas use and that the compiled contract calls by name: see `.ci/contract.mjs`. */
import * as Redacted from "effect/Redacted"
import { parseUrl } from "../address.ts"
import { systemPermissionIds } from "../entities/permissionIds.ts"
import { addressFault } from "../typed.ts"

export { typedCode } from "../typed.ts"

/** Whether this copy of effect wrapped the secret. Secrets of another copy can't be read. */
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

/** Like Effect's: the text of an invalid date says so, where `toISOString` would throw. */
export const isoOf = (date: Date): string => Number.isNaN(date.getTime()) ? "Invalid Date" : date.toISOString()

export const textOf = (value: unknown): string => String(value)

export const numberOf = (text: unknown): number => Number(text)

export const joined = (texts: ReadonlyArray<string>): string => texts.join(",")

export const separated = (text: string): ReadonlyArray<string> => text === "" ? [] : text.split(",")

export const isCode = (code: string): boolean => code.length === 45

export const isVisible = (text: string): boolean => addressFault(text) !== "invisible"

export const isUrl = (url: string): boolean => parseUrl(url) !== undefined && !/\s/.test(url)

export const isAtLeast = (least: number) => (value: number): boolean => value >= least

export const isAtMost = (most: number) => (value: number): boolean => value <= most

export const isFrom = (least: number) => (value: { readonly length: number }): boolean => value.length >= least

export const isUpTo = (most: number) => (value: { readonly length: number }): boolean => value.length <= most

export const matches = (pattern: RegExp) => (text: string): boolean => {
  pattern.lastIndex = 0
  return pattern.test(text)
}

export const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[0-9a-zA-Z+/]*={0,2}$/.test(text)

export const isPermissionId = (id: string): boolean =>
  /^[a-z0-9_:]+$/.test(id) || (systemPermissionIds as ReadonlyArray<string>).includes(id)
