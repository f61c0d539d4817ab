/** The user of an access token. Supports both spellings of the claims. docs/protocol.md §9. */

/**
 * A user as described by an access token, at the time the token was issued: at most one token lifetime ago (usually 10
 * minutes).
 */
export interface TokenUser {
  readonly id: string
  /** `undefined` in tokens of the 2025-08 release, like the fields down to `requiresTotpMfa`. */
  readonly displayName: string | null | undefined
  readonly primaryEmail: string | null | undefined
  readonly primaryEmailVerified: boolean | undefined
  readonly selectedTeamId: string | null | undefined
  readonly signedUpAt: Date | undefined
  readonly requiresTotpMfa: boolean | undefined
  readonly isAnonymous: boolean
  /** Whether a restriction keeps the user from using the app. Some platforms restrict anonymous users too. */
  readonly isRestricted: boolean
  /**
   * `anonymous`, `email_not_verified`, `restricted_by_administrator`, or a reason of a later platform; `null` without a
   * restriction.
   */
  readonly restrictedReason: string | null
}

/** Claims of a token, by name. */
export type Claims = { readonly [name: string]: unknown }

const text = (value: unknown): string | undefined => typeof value === "string" ? value : undefined

const textOrNull = (value: unknown): string | null | undefined => value === null ? null : text(value)

const flag = (value: unknown): boolean | undefined => typeof value === "boolean" ? value : undefined

/** Converts seconds since the epoch to a date. */
export const dateOf = (seconds: unknown): Date | undefined =>
  typeof seconds === "number" && Math.abs(seconds) <= 8.64e12 ? new Date(seconds * 1000) : undefined

/** Returns the user of the claims. `id` is empty if the claims have none. */
export const userOf = (claims: Claims): TokenUser => {
  const reason = claims["restricted_reason"]
  return {
    id: text(claims["sub"]) ?? "",
    displayName: textOrNull(claims["name"]),
    primaryEmail: textOrNull(claims["email"]),
    primaryEmailVerified: flag(claims["email_verified"]),
    selectedTeamId: textOrNull(claims["selected_team_id"]),
    signedUpAt: dateOf(claims["signed_up_at"]),
    requiresTotpMfa: flag(claims["requires_totp_mfa"]),
    isAnonymous: flag(claims["is_anonymous"]) ?? claims["role"] === "anon",
    isRestricted: flag(claims["is_restricted"]) ?? false,
    restrictedReason: typeof reason === "object" && reason !== null && "type" in reason
      ? text(reason.type) ?? null
      : null
  }
}

/**
 * Reads a claim that earlier and later platforms spell differently. Returns `undefined` if the claim is missing, or if
 * the two spellings have different values.
 */
export const spelled = (claims: Claims, later: string, earlier: string): string | undefined => {
  const [a, b] = [claims[later], claims[earlier]]
  return a !== undefined && b !== undefined && a !== b ? undefined : text(a ?? b)
}
