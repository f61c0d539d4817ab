/**
 * Every difference between revisions of the platform. Handlers read the emulator's `rules` and never check the revision
 * itself. docs/platform.md §19.
 */
import type { Revision } from "../../../schemas/Endpoint.ts"
import { earlierFields, type FieldNames, laterFields, missingFields, removedFields } from "./revisionFields.ts"

const dayOfCliLogins = { default: 7_200_000, max: 86_400_000 } as const

/** Values of each rule for 2025-08, 2026-04 and 2026-10, and for an emulator without a configured revision. */
const table = {
  /** Spelling of the access token's claims, and which claims exist. docs/protocol.md §9. */
  claims: ["camelCase", "snake_case", "snake_case", "both"],
  /**
   * Whether users can be restricted by an unverified address, an administrator or a sign-up rule. docs/platform.md
   * §8.3.
   */
  restrictedUsers: [false, true, true, true],
  /** Latest revision with emulated endpoints. */
  newestEndpoints: ["2025-08", "2026-04", "2026-10", "later"],
  /** Additional missing endpoints: later variants of other endpoints, and endpoints that were removed again. */
  withoutEndpoints: [
    ["cli.check", "cli.claimAnonymousSession", "purchases.completeInTestMode", "teamInvitations.listReceived"],
    ["aiChat.send", "projectConfig.update"],
    ["aiChat.send", "projectConfig.update"],
    []
  ],
  /** Request fields that are rejected as unknown although the contract declares them. */
  withoutFields: [laterFields, earlierFields, removedFields, {} as FieldNames],
  /** Endpoints that ignore unknown query parameters. */
  ignoresUnknownQuery: [["metrics.get"], ["oauth.authorize"], ["oauth.authorize"], ["oauth.authorize"]],
  /** Whether the header that overrides error statuses also applies to 5xx. docs/protocol.md §3. */
  hidesFaults: [true, false, false, false],
  /** Whether clients need a publishable key only if the project requires one. docs/platform.md §2. */
  clientsWithoutKey: [false, true, true, true],
  /** Response to a branch that doesn't exist. */
  unknownBranch: ["fault", "error", "error", "error"],
  /** Whether the error for an expired token names the token's user. */
  namesUserOfExpired: [false, true, true, true],
  /**
   * Effect of changing the primary address: the channel is rewritten and stays verified, or another channel becomes
   * primary.
   */
  newPrimaryEmail: ["rewrites", "moves", "moves", "moves"],
  /** Whether sign-in, sign-in codes and password resets also match addresses with capitals. docs/platform.md §3.1. */
  capitalsSignIn: [false, true, true, true],
  /**
   * Whether sign-up without a verification callback URL is accepted, without sending an email. A seed can override it.
   */
  signUpWithoutCallback: [false, true, true, false],
  /** Response to refreshing the session of a deleted user. docs/platform.md §8.2. */
  sessionOfDeletedUser: ["fault", "notFound", "notFound", "notFound"],
  /** Response to signing out of a session that was already ended elsewhere. */
  signOutTwice: ["notFound", "fault", "notFound", "notFound"],
  /** Whether the callback of an unknown OAuth flow deletes the flow's cookie. */
  deletesUnknownFlowCookie: [true, false, false, true],
  /** Whether a session may expire before its first access token is issued. Otherwise the session is created anyway. */
  instantSessions: [true, false, false, true],
  /** Whether the refresh token that confirms a CLI login is validated. docs/platform.md §6. */
  checksCliToken: [false, true, true, false],
  /**
   * Whether clients may cache the JWKS for an hour. `false` without a revision, because the emulator's keys can be
   * replaced.
   */
  cachesKeys: [false, true, true, false],
  /** Missing fields that are rejected with a plain-text error instead of with a schema error. */
  plainTextMissing: [{} as FieldNames, missingFields, missingFields, {} as FieldNames],
  /** Accounts of a provider that was removed from the project: the whole list is rejected, or they stay readable. */
  droppedProviders: ["refused", "readable", "readable", "readable"],
  /** Whether responses contain the fields that were added later. */
  laterResponseFields: [false, true, true, true],
  /** Whether responses contain the fields that were removed later. */
  removedResponseFields: [true, false, false, true],
  /** Whether creating a template requires the project's own mail server. */
  newTemplateNeedsServer: [false, true, true, false],
  /** Whether the project's own templates are listed only while it has its own mail server. */
  hidesTemplates: [false, true, true, false],
  /** Whether an update can set a template's theme to `false` or `null`. Otherwise these values are ignored. */
  templatesWithoutTheme: [false, true, true, false],
  /** How a preview request selects the project's theme: with the theme `null`, or by omitting the theme. */
  previewInProjectTheme: ["null", "omitted", "omitted", "null"],
  /** Days for which an unsubscribe link is valid. */
  unsubscribeDays: [7, 30, 30, 30],
  /** Whether metrics count anonymous users even without the request's `include_anonymous`. docs/platform.md §17. */
  countsAnonymous: [true, false, false, true],
  /** Whether metrics contain overviews of users, payments, emails and visits. */
  metricsOverviews: [false, true, true, true],
  /** Whether the list of recently active users is limited before deleted users are removed from it. */
  listsDeletedAsActive: [true, false, false, false],
  /** Number of recently registered users in the metrics. */
  recentlyRegistered: [5, 100, 100, 5],
  /** Whether anonymous sign-up can be turned off. */
  anonymousSwitch: [false, false, true, true],
  /** Response of the callback if the provider is unreachable. docs/platform.md §7.4. */
  providerUnreachable: ["fault", "error", "error", "fault"],
  /**
   * Cases in which extra scopes on shared keys are rejected: only while linking an account, or always. docs/platform.md
   * §7.4.
   */
  scopesOnSharedKeys: ["linking", "always", "always", "linking"],
  /** Whether the project must trust the page that OAuth sign-in returns to. */
  checksReturnPage: [false, true, true, false],
  /** What projects sell: products, or offers with fewer rules. docs/platform.md §21.5. */
  payments: ["offers", "products", "products", "products"],
  /** Whether emails of back ends wait in a queue, and have a status. */
  queuesEmails: [false, true, true, true],
  /** Whether the project's sending capacity and refused connections delay the emails of back ends. */
  delaysEmails: [false, true, true, false],
  /** Version that the platform reports. */
  version: ["2.8.34", "2.8.86", "2.8.108", "2.8.86"],
  /** Whether every outdated client version counts as severely outdated. */
  olderIsSevere: [false, true, true, false],
  /** Default and maximum lifetime of a CLI login, in milliseconds. */
  cliLifetimes: [dayOfCliLogins, dayOfCliLogins, { default: 120_000, max: 900_000 }, dayOfCliLogins],
  /** Whether users always list their external identity providers. Otherwise, only users with external providers do. */
  externalProviders: [false, false, true, false],
  /** Whether projects have the fields that were added after 2026-04. docs/platform.md §25. */
  latestProjectFields: [false, false, true, false],
  /** Whether an authorization may use the code challenge method `plain`. RFC 7636 §4.2. */
  plainChallenges: [true, true, false, true],
  /** Page to which the callback redirects errors first. docs/protocol.md §11.5. */
  callbackErrors: ["errorPage", "redirectUri", "redirectUri", "errorPage"]
} as const satisfies {
  readonly [rule: string]: readonly [older: unknown, newer: unknown, newest: unknown, any: unknown]
}

/** Behavior that differs between revisions. */
export type RevisionRules = { readonly [Rule in keyof typeof table]: (typeof table)[Rule][number] }

const columns: { readonly [Name in Revision]: number } = { "2025-08": 0, "2026-04": 1, "2026-10": 2 }

/** Returns the rules of a revision. Without a revision, returns rules that support clients of every revision. */
export const rulesOf = (revision: Revision | undefined): RevisionRules => {
  const column = revision === undefined ? 3 : columns[revision]
  return Object.fromEntries(Object.entries(table).map(([rule, values]) => [rule, values[column]])) as RevisionRules
}
