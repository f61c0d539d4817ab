/** Checks whether a key is valid, without a request. docs/platform.md §12, §13. */

/** Reason why a key is invalid. */
export type InvalidReason = "manually-revoked" | "expired"

/** Expiry and revocation of a key. */
export interface ApiKeyLifetime {
  readonly expiresAt?: Date | undefined
  readonly manuallyRevokedAt?: Date | undefined
}

/** Returns why a user's or team's key is invalid, or `null` if it is valid. Revocation takes precedence over expiry. */
export const whyInvalid = (key: ApiKeyLifetime, now: Date): InvalidReason | null =>
  key.manuallyRevokedAt !== undefined ? "manually-revoked" : isExpired(key.expiresAt, now) ? "expired" : null

/**
 * Returns why a project key is invalid, or `null` if it is valid. Expiry takes precedence over revocation, as on the
 * platform.
 */
export const whyInternalInvalid = (key: ApiKeyLifetime, now: Date): InvalidReason | null =>
  isExpired(key.expiresAt, now) ? "expired" : key.manuallyRevokedAt !== undefined ? "manually-revoked" : null

const isExpired = (expiresAt: Date | undefined, now: Date): boolean =>
  expiresAt !== undefined && expiresAt.getTime() <= now.getTime()
