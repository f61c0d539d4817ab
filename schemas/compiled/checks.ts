/** Validation functions that schemas use and the compiled contract calls by name: see `.ci/contract.mjs`. */
import { parseUrl } from "../address.ts"
import { systemPermissionIds } from "../entities/permissionIds.ts"
import { addressFault } from "../typed.ts"

export { typedCode } from "../typed.ts"

export const isCode = (code: string): boolean => code.length === 45

export const isVisible = (text: string): boolean => addressFault(text) !== "invisible"

export const isUrl = (url: string): boolean => parseUrl(url) !== undefined && !/\s/.test(url)

// esbuild keeps an unused constant that reads `Number.isFinite`, and with it every endpoint that checks a number
export const isNumber = (value: number): boolean => Number.isFinite(value)

export const isWhole = (value: number): boolean => Number.isSafeInteger(value)

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
