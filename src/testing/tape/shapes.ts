/**
 * Finds the properties of a string that its stand-in keeps: its format and approximate length, but none of its words.
 */
import { parseUrl } from "../../../schemas/address.ts"
import { uuid } from "./harmless.ts"
import { inToken, type Place, root } from "./places.ts"
import type { StandIn } from "./Tape.ts"

type Inside = (value: unknown, place: Place) => unknown

/** Prefixes that show the kind of a key. */
const keyPrefix = /^(?:pck|ssk|sak|sk|pk|rk|whsec|stack|usr|team)_(?=\w{16})/

const email = /^[^\s@]+@[^\s@]+$/

const formats: ReadonlyArray<readonly [NonNullable<StandIn["format"]>, RegExp]> = [
  ["uuid", uuid],
  ["email", email],
  ["time", /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/],
  ["date", /^\d{4}-\d\d-\d\d$/],
  ["ip", /^\d{1,3}(?:\.\d{1,3}){3}$/],
  ["ip6", /^(?=.*:.*:)[\da-f:]{3,39}(?:%\w+)?$/i],
  ["path", /^\/\S*$/],
  ["host", /^(?:\*{1,2}\.)?(?:[a-z\d-]+\.)+[a-z]{2,20}$/i]
]

/** Whether a string is an email address. */
export const isEmail = (text: string): boolean => email.test(text)

/** Returns the properties of a string that its stand-in keeps. The stand-in for a password keeps none. */
export const shapeOf = (text: string, kind: string, place: Place, inside: Inside): StandIn => {
  if (/password/i.test(kind)) return {}
  const token = tokenOf(text)
  if (token !== undefined) {
    const { claims, header } = inToken(place)
    return { jwt: { header: inside(token.header, header), claims: inside(token.claims, claims) } as never }
  }
  const json = jsonOf(text)
  // the contents of a secret are secrets
  if (json !== undefined) {
    return { json: inside(json, { ...root("", place.path), name: place.name, secret: place.secret }) as never }
  }
  if (kind in ownFormats) return {}
  if (/^-?\d{1,15}\.\d{1,15}$/.test(text)) return decimal(text)
  const format = formats.find(([, pattern]) => pattern.test(text))?.[0] ?? (isUrl(text) ? "url" : undefined)
  if (format === "host" || kind === "host") return { format: "host", ...wildcardOf(text) }
  if (format !== undefined) return { format }
  return /^[\w.+/=~:$-]+$/.test(text) ? tokenShape(text) : { format: "text", length: classOf(text.length) }
}

/** Kinds whose stand-ins have a fixed format. */
export const ownFormats: { readonly [kind: string]: true } = {
  city: true,
  email: true,
  ip: true,
  name: true,
  picture: true
}

const decimal = (text: string): StandIn => ({
  format: "decimal",
  ...signOf(text),
  length: text.replace("-", "").indexOf("."),
  decimals: text.length - text.indexOf(".") - 1
})

const wildcardOf = (text: string): Pick<StandIn, "prefix"> => {
  const prefix = /^\*{1,2}\./.exec(text)?.[0]
  return prefix === undefined ? {} : { prefix }
}

const signOf = (text: string): Pick<StandIn, "prefix"> => text.startsWith("-") ? { prefix: "-" } : {}

const isUrl = (text: string): boolean =>
  /^[a-z][a-z\d+.-]*:/i.test(text) && !/\s/.test(text) && parseUrl(text) !== undefined

const tokenShape = (text: string): StandIn => {
  if (/^-?\d+$/.test(text)) return { length: text.length, ...signOf(text), characters: "digits" }
  const prefix = keyPrefix.exec(text)?.[0]
  return {
    length: text.length >= 20 || /\d/.test(text) || text.length <= 3 ? text.length : classOf(text.length),
    ...(prefix === undefined ? {} : { prefix }),
    ...(/^[A-Z\d]+$/.test(text) ? { characters: "upper" as const } : {})
  }
}

/** Returns the length of a string, rounded down to a power of two. */
const classOf = (length: number): number => Math.min(2 ** Math.floor(Math.log2(Math.max(1, length))), 2 ** 20)

/** Reads a JSON Web Token. */
export const tokenOf = (text: string): { readonly header: object; readonly claims: object } | undefined => {
  const [header, claims, signature, more] = text.split(".")
  if (signature === undefined || more !== undefined) return undefined
  try {
    const jwt = { header: fromBase64url(header!), claims: fromBase64url(claims!) }
    return Object.values(jwt).every((part) => typeof part === "object" && part !== null && !Array.isArray(part))
      ? jwt as { readonly header: object; readonly claims: object }
      : undefined
  } catch {
    return undefined
  }
}

const fromBase64url = (text: string): unknown =>
  JSON.parse(
    new TextDecoder().decode(
      Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0))
    )
  )

/** Reads a string that is a JSON object or array. */
const jsonOf = (text: string): unknown => {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
