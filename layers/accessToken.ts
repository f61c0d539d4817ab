/** What an access token says about its own life. Read, not verified: the platform verifies. Wire protocol §9. */
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { AccessTokenClaims } from "../schemas/entities/AccessTokenClaims.ts"

/** Longer texts are no access tokens, and are not parsed. */
const longest = 65_536

const decode = Schema.decodeUnknownOption(AccessTokenClaims)

/** The claims of a token, when it is a JWT. */
export const claimsOf = (token: Redacted.Redacted): Option.Option<AccessTokenClaims> => {
  const text = Redacted.value(token)
  const payload = text.length > longest ? undefined : text.split(".", 3)[1]
  if (payload === undefined) return Option.none()
  try {
    const base64 = payload.replace(/-/g, "+").replace(/_/g, "/")
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
    return decode(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return Option.none()
  }
}

/** When a token was received, by this machine's clock. `sentAt` is `undefined` for one that a store held. */
export interface Receipt {
  readonly sentAt: number | undefined
  readonly receivedAt: number
}

/** Issue times are whole seconds, so a right clock may see one up to a second before the request. */
const truncation = 1000

/**
 * The token's remaining life in milliseconds: `exp − iat` minus the time since it was issued. When it was issued is
 * known from the request that brought it, so a wrong wall clock neither loops nor signs anyone out; with a right clock
 * the result is `exp − now`. A token that tells no expiry is used until the platform rejects it.
 */
export const remainingMillis = (claims: Option.Option<AccessTokenClaims>, receipt: Receipt, now: number): number => {
  const { exp, iat } = Option.getOrElse(claims, (): { exp?: number; iat?: number } => ({}))
  if (exp === undefined) return Infinity
  if (iat === undefined) return exp * 1000 - now
  const life = (exp - iat) * 1000
  const earliest = receipt.sentAt === undefined ? -Infinity : receipt.sentAt - truncation
  const issued = iat * 1000
  const since = issued < earliest
    ? earliest
    : issued > receipt.receivedAt
    ? Math.max(earliest, receipt.receivedAt)
    : issued
  return life - Math.max(0, now - since)
}
