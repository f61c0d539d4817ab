/**
 * What an access token says, and how long it still lives. Read, not verified: the platform verifies.
 * docs/protocol.md §9.
 */
import type * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { AccessTokenClaims } from "../../schemas/entities/AccessTokenClaims.ts"

/** Longer texts are no access tokens, and are not parsed. */
const longest = 65_536

/** A client for one request reads a token as often as it looks at it. */
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
    const bytes = new Uint8Array(binary.length)
    for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

const decode = Schema.decodeUnknownOption(AccessTokenClaims)

/** The claims of a token, when it is a JWT with the claims that the platform writes. */
export const claimsOf = (token: Redacted.Redacted): Option.Option<AccessTokenClaims> => decode(payloadOf(token))

/** When a token was issued and when it expires: milliseconds since the epoch on the platform's clock. */
export interface Life {
  readonly issuedAt: number | undefined
  readonly expiresAt: number | undefined
}

/** The life of a token, also of one whose other claims are odd. What it does not tell, or not as a date, is absent. */
export const lifeOf = (token: Redacted.Redacted): Life => {
  const payload = payloadOf(token)
  const { exp, iat } = (typeof payload === "object" && payload !== null ? payload : {}) as {
    readonly exp?: unknown
    readonly iat?: unknown
  }
  return { issuedAt: millisOf(iat), expiresAt: millisOf(exp) }
}

/** The range of `Date`. */
const lastMillis = 8.64e15

const millisOf = (seconds: unknown): number | undefined =>
  typeof seconds === "number" && Math.abs(seconds * 1000) <= lastMillis ? seconds * 1000 : undefined

/** Issue times are whole seconds, so a right clock may see one up to a second before the request. */
const truncation = 1000

/**
 * How many milliseconds this machine's clock is ahead of the platform's, as near to `believed` as the token allows: it
 * was issued after the request for it (`sentAt`, when known) and before it was received.
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
 * A token's remaining life in milliseconds, `now` and `clockSkewMillis` being those of this machine: `exp − now` where the clock
 * is right, and never more than `exp − iat`. A token that tells no expiry is used until the platform rejects it.
 */
export const remainingMillis = ({ expiresAt, issuedAt }: Life, clockSkewMillis: number, now: number): number =>
  expiresAt === undefined
    ? Infinity
    : Math.min(expiresAt - (issuedAt ?? -Infinity), expiresAt + clockSkewMillis - now)
