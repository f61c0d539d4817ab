/** Claims and lifetime of an access token, decoded but not verified: the platform verifies it. docs/protocol.md §9. */
import type * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { decodeClaims } from "../../schemas/compiled/accessTokenClaims.ts"
import type { AccessTokenClaims } from "../../schemas/entities/AccessTokenClaims.ts"
import { decodeUtf8 } from "../call/index.ts"

/** Maximum length of an access token. Longer strings are not parsed. */
const longest = 65_536

/** Decoded payloads. A client for one request decodes its token at every read, so they are cached. */
const payloads = new WeakMap<Redacted.Redacted, unknown>()

const payloadOf = (token: Redacted.Redacted): unknown => {
  if (!payloads.has(token)) payloads.set(token, parsed(token))
  return payloads.get(token)
}

const parsed = (token: Redacted.Redacted): unknown => {
  const text = Redacted.value(token)
  const payload = text.length > longest ? undefined : text.split(".", 3)[1]
  if (payload === undefined) return undefined
  try {
    const binary = atob(payload.replace(/-/g, "+").replace(/_/g, "/"))
    return JSON.parse(decodeUtf8(Uint8Array.from(binary, (character) => character.charCodeAt(0))))
  } catch {
    return undefined
  }
}

/** Decodes the claims of a token, if it is a JWT with the claims that the platform writes. */
export const claimsOf = (token: Redacted.Redacted): Option.Option<AccessTokenClaims> => decodeClaims(payloadOf(token))

/** Issue and expiry times of a token: milliseconds since the epoch on the platform's clock. */
export interface Life {
  readonly issuedAt: number | undefined
  readonly expiresAt: number | undefined
}

/** Reads the times of a token, even if its other claims are malformed. A missing or invalid date is left out. */
export const lifeOf = (token: Redacted.Redacted): Life => {
  const { exp, iat } = Object(payloadOf(token)) as { readonly exp?: unknown; readonly iat?: unknown }
  return { issuedAt: millisOf(iat), expiresAt: millisOf(exp) }
}

/** Latest time in the range of `Date`, in milliseconds. */
const lastMillis = 8.64e15

const millisOf = (seconds: unknown): number | undefined =>
  typeof seconds === "number" && Math.abs(seconds * 1000) <= lastMillis ? seconds * 1000 : undefined

/** Issue times are whole seconds, so a correct clock may see an issue time up to a second before the request. */
const truncation = 1000

/**
 * Returns this machine's clock skew in milliseconds. The platform issued the token after the request (`sentAt`, if
 * known) and before the response, which limits the possible skews. The result is the possible skew that is closest to
 * `believed`.
 */
export const measuredSkew = (
  { issuedAt }: Life,
  { believed, receivedAt, sentAt }: {
    readonly sentAt: number | undefined
    readonly receivedAt: number
    readonly believed: number
  }
): number => {
  if (issuedAt === undefined) return believed
  const least = sentAt === undefined ? -Infinity : sentAt - truncation - issuedAt
  return Math.max(least, Math.min(believed, receivedAt - issuedAt))
}

/**
 * Returns a token's remaining lifetime in milliseconds: `exp − now` on a correct clock, and never more than `exp −
 * iat`. `now` and `clockSkewMillis` are this machine's time and clock skew. A token without an expiry is used until the
 * platform rejects it.
 */
export const remainingMillis = ({ expiresAt, issuedAt }: Life, clockSkewMillis: number, now: number): number =>
  expiresAt === undefined
    ? Infinity
    : Math.min(expiresAt - (issuedAt ?? -Infinity), expiresAt + clockSkewMillis - now)
