/** Why a key is no longer good, without asking the platform. docs/platform.md §12, §13. */

/** What stands against a key. */
export type InvalidReason = "manually-revoked" | "expired"

/** A key's life, as its entity has it. */
export interface ApiKeyLifetime {
  readonly expiresAt?: Date | undefined
  readonly manuallyRevokedAt?: Date | undefined
}

/** Why a user's or a team's key is not good at a moment; `null` when it is. A revoked key counts as that first. */
export const whyInvalid = (key: ApiKeyLifetime, now: Date): InvalidReason | null =>
  key.manuallyRevokedAt !== undefined ? "manually-revoked" : isOver(key.expiresAt, now) ? "expired" : null

/** The same for a project's own keys, with the platform's other order: an expired one counts as that first. */
export const whyInternalInvalid = (key: ApiKeyLifetime, now: Date): InvalidReason | null =>
  isOver(key.expiresAt, now) ? "expired" : key.manuallyRevokedAt !== undefined ? "manually-revoked" : null

const isOver = (expiresAt: Date | undefined, now: Date): boolean =>
  expiresAt !== undefined && expiresAt.getTime() <= now.getTime()
