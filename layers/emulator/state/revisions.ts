/**
 * What the revisions of the platform do differently: the one place that says so. Handlers read a platform's `rules` and
 * never ask which revision it is. docs/platform.md §19.
 */
import type { Revision } from "../../../schemas/Endpoint.ts"
import { earlierFields, type FieldNames, laterFields } from "./revisionFields.ts"

/** For each rule what 2025-08 does, what 2026-04 does, and what a platform does that was told no revision. */
const table = {
  /** How access tokens spell their claims, and which there are. docs/protocol.md §9. */
  claims: ["camelCase", "snake_case", "both"],
  /** Users can be restricted: by an unverified address, an administrator, a sign-up rule. docs/platform.md §8.3. */
  restrictedUsers: [false, true, true],
  /** The newest endpoints that there are. */
  newestEndpoints: ["2025-08", "2026-04", "2026-04"],
  /** Endpoints that are not there, beyond what they say themselves: later twins of others, and what is gone again. */
  withoutEndpoints: [
    ["cli.check", "cli.claimAnonymousSession", "teamInvitations.listReceived"],
    ["aiChat.send", "projectConfig.update"],
    []
  ],
  /** Fields of requests that are refused as unknown, although the contract has them. */
  withoutFields: [laterFields, earlierFields, {} as FieldNames],
  /** Endpoints that overlook keys of the query which they do not know. */
  overlooksQuery: [[], ["oauth.authorize"], ["oauth.authorize"]],
  /** A request that asks for another status has 5xx hidden, too. docs/protocol.md §3. */
  hidesFaults: [true, false, false],
  /** A client needs no publishable key unless the project asks for one. docs/platform.md §2. */
  clientsWithoutKey: [false, true, true],
  /** What a branch is answered with that there is not. */
  unknownBranch: ["fault", "error", "error"],
  /** A token that expired is told with whose it was. */
  namesExpired: [false, true, true]
} as const satisfies {
  readonly [rule: string]: readonly [older: unknown, newer: unknown, any: unknown]
}

/** What a platform does where revisions differ. */
export type RevisionRules = { readonly [Rule in keyof typeof table]: (typeof table)[Rule][number] }

const columns: { readonly [Name in Revision]: number } = { "2025-08": 0, "2026-04": 1 }

/** The rules of a revision; without one, those that serve clients of every revision. */
export const rulesOf = (revision: Revision | undefined): RevisionRules => {
  const column = revision === undefined ? 2 : columns[revision]
  return Object.fromEntries(Object.entries(table).map(([rule, values]) => [rule, values[column]])) as RevisionRules
}
