/**
 * What the revisions of the platform do differently: the one place that says so. Handlers read a platform's `rules` and
 * never ask which revision it is. docs/platform.md §19.
 */
import type { Revision } from "../../../schemas/Endpoint.ts"
import { earlierFields, type FieldNames, laterFields, missingFields } from "./revisionFields.ts"

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
  namesExpired: [false, true, true],
  /** Another primary address: the same channel gets it and stays verified, or another channel becomes the primary one. */
  newPrimaryEmail: ["rewrites", "moves", "moves"],
  /** Addresses are looked up in capitals, too, by those who sign in, ask for a code or a reset. docs/platform.md §3.1. */
  capitalsSignIn: [false, true, true],
  /** Signing up without a verification callback URL is fine, and mails nothing. A seed may say otherwise. */
  signUpWithoutCallback: [false, true, false],
  /** Refreshing a session whose user is gone. docs/platform.md §8.2. */
  sessionOfNobody: ["fault", "over", "over"],
  /** Signing out of a session that was ended elsewhere. */
  signOutTwice: ["over", "fault", "over"],
  /** A session may be so short that it is over before its access token is made. */
  instantSessions: [true, false, true],
  /** The refresh token that a command line login is confirmed with is looked at. docs/platform.md §6. */
  checksCliToken: [false, true, false],
  /** Keys of access tokens may be kept for an hour. An emulator that is told no revision may be told other keys, too. */
  cachesKeys: [false, true, false],
  /** What a request that lacks a field is refused with in plain text instead of a schema error. */
  plainlyMissing: [{} as FieldNames, missingFields, {} as FieldNames],
  /** An account of a provider that the project has given up: refused, with the whole list, or readable. */
  droppedProviders: ["refused", "readable", "readable"],
  /** The fields that came later are in what is answered. */
  laterAnswers: [false, true, true],
  /** The fields that are gone are in what is answered. */
  earlierAnswers: [true, false, true],
  /** A new template needs a mail server of the project's own. */
  newTemplateNeedsServer: [false, true, false],
  /** Templates of the project's own are listed only while it has a mail server of its own. */
  hidesTemplates: [false, true, false],
  /** A template's theme is `false` or `null` where it is set so. */
  templatesWithoutTheme: [false, true, false],
  /** Days in which a link to unsubscribe works. */
  unsubscribeDays: [7, 30, 30],
  /** A project's numbers count anonymous users, asked for or not. docs/platform.md §17. */
  countsAnonymous: [true, false, true],
  /** A project's numbers have overviews of users, payments, mails and visits. */
  metricsOverviews: [false, true, true],
  /** Of those who were active last, deleted users take the place of others. */
  deletedWereActive: [true, false, false],
  /** Users who registered last, as a project's numbers show them. */
  recentlyRegistered: [5, 100, 5],
  /** Anonymous sign-up can be switched off. */
  anonymousSwitch: [false, false, true],
  /** What a callback is answered whose provider does not answer. docs/platform.md §7.4. */
  providerAway: ["fault", "error", "fault"],
  /** Extra scopes on shared keys are refused also where nobody is signed in. docs/platform.md §7.4. */
  scopesOnSharedKeys: ["linking", "always", "linking"],
  /** The page to go on to has to be a trusted one. */
  checksReturnPage: [false, true, false],
  /** The version that the platform says it has. */
  version: ["2.8.34", "2.8.86", "2.8.86"],
  /** Any older version is told that it has to be updated at once. */
  olderIsSevere: [false, true, false],
  /** Where the callback sends errors first. docs/protocol.md §11.5. */
  callbackErrors: ["errorPage", "redirectUri", "errorPage"]
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
