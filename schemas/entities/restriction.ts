/** Whether a user is restricted, and why: docs/platform.md §8.3. */
import type { RestrictedReason } from "./RestrictedReason.ts"

/**
 * The reason why a user with an account is restricted: an unverified email address, an administrator, or a reason that
 * later platforms add.
 */
export type Restriction = "email_not_verified" | "restricted_by_administrator" | (string & {})

/** The fields of a user, or of an access token's claims, that describe a restriction. */
export interface PossiblyRestricted {
  readonly isAnonymous: boolean
  readonly isRestricted?: boolean | undefined
  readonly restrictedReason?: RestrictedReason | null | undefined
}

/**
 * Returns the reason why a user is restricted, or `null`. Returns `null` for anonymous users, although later platforms
 * call them restricted too, because apps decide separately whether to accept anonymous users.
 */
export const restrictionOf = (
  { isAnonymous, isRestricted, restrictedReason }: PossiblyRestricted
): Restriction | null => isRestricted === true && !isAnonymous ? restrictedReason?.type ?? "unknown" : null

/** Whether a user counts as signed in. Anonymous users don't. Restricted users count only if they are included. */
export const countsAsSignedIn = <User extends PossiblyRestricted>(
  user: User | null,
  includeRestricted: boolean
): user is User => user !== null && !user.isAnonymous && (includeRestricted || restrictionOf(user) === null)
