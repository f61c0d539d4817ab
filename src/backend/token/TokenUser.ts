/** Whom an access token is about. Both spellings of its claims are read. docs/protocol.md §9. */

/** A user as the access token tells: what was so when it was issued, at most its lifetime ago (10 minutes, usually). */
export interface TokenUser {
  readonly id: string
  /** This and what follows down to `requiresTotpMfa` is `undefined` in tokens of the platform of 2025-08. */
  readonly displayName: string | null | undefined
  readonly primaryEmail: string | null | undefined
  readonly primaryEmailVerified: boolean | undefined
  readonly selectedTeamId: string | null | undefined
  readonly signedUpAt: Date | undefined
  readonly requiresTotpMfa: boolean | undefined
  readonly isAnonymous: boolean
  /** Whether something keeps the user from using the app. Anonymous users are restricted too where the platform says so. */
  readonly isRestricted: boolean
  /** `anonymous`, `email_not_verified`, `restricted_by_administrator`, or what later platforms add; `null` without one. */
  readonly restrictedReason: string | null
}

/** The claims of a token, by name. */
export type Claims = { readonly [name: string]: unknown }

const text = (value: unknown): string | undefined => typeof value === "string" ? value : undefined

const textOrNull = (value: unknown): string | null | undefined => value === null ? null : text(value)

const flag = (value: unknown): boolean | undefined => typeof value === "boolean" ? value : undefined

/** A date from seconds since the epoch. */
export const dateOf = (seconds: unknown): Date | undefined =>
  typeof seconds === "number" && Math.abs(seconds) <= 8.64e12 ? new Date(seconds * 1000) : undefined

/** Whom the claims are about. `id` is empty when they do not say. */
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

/** A claim that earlier and later platforms spell differently; `undefined` when it is missing or said in two ways. */
export const spelled = (claims: Claims, later: string, earlier: string): string | undefined => {
  const [a, b] = [claims[later], claims[earlier]]
  return a !== undefined && b !== undefined && a !== b ? undefined : text(a ?? b)
}
