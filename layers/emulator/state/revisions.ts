/**
 * What the revisions of the platform do differently: the one place that says so. Handlers read a platform's `rules` and
 * never ask which revision it is. docs/platform.md §19.
 */
import type { Revision } from "../../../schemas/Endpoint.ts"

/** For each rule what 2025-08 does, what 2026-04 does, and what a platform does that was told no revision. */
const table = {
  /** How access tokens spell their claims, and which there are. docs/protocol.md §9. */
  claims: ["camelCase", "snake_case", "both"],
  /** Users can be restricted: by an unverified address, an administrator, a sign-up rule. docs/platform.md §8.3. */
  restrictedUsers: [false, true, true]
} as const satisfies { readonly [rule: string]: readonly [unknown, unknown, unknown] }

/** What a platform does where revisions differ. */
export type RevisionRules = { readonly [Rule in keyof typeof table]: (typeof table)[Rule][number] }

const columns: { readonly [Name in Revision]: number } = { "2025-08": 0, "2026-04": 1 }

/** The rules of a revision; without one, those that serve clients of every revision. */
export const rulesOf = (revision: Revision | undefined): RevisionRules => {
  const column = revision === undefined ? 2 : columns[revision]
  return Object.fromEntries(Object.entries(table).map(([rule, values]) => [rule, values[column]])) as RevisionRules
}
