/** Why a user may not use the app yet. Later revisions of the platform: docs/platform.md §8.3. */
import * as Schema from "effect/Schema"
import { openEnum } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** What keeps a user from using the app. */
export class RestrictedReason extends Schema.Opaque<RestrictedReason>()(wireStruct({
  type: openEnum("anonymous", "email_not_verified", "restricted_by_administrator")
})) {}

/**
 * What keeps somebody with an account from using the app: an address that is to be verified, an administrator, or what later
 * platforms add.
 */
export type Restriction = "email_not_verified" | "restricted_by_administrator" | (string & {})

/** What of a user, or of an access token's claims, tells of a restriction. */
export interface PossiblyRestricted {
  readonly isAnonymous: boolean
  readonly isRestricted?: boolean | undefined
  readonly restrictedReason?: RestrictedReason | null | undefined
}

/**
 * Why somebody counts as nobody; `null`: they do not. Later platforms call anonymous users restricted too; whether those
 * count is another question, and platforms of 2025 know it as well.
 */
export const restrictionOf = (
  { isAnonymous, isRestricted, restrictedReason }: PossiblyRestricted
): Restriction | null => isRestricted === true && !isAnonymous ? restrictedReason?.type ?? "unknown" : null
