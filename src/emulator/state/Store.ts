/**
 * State of the emulator: plain records, grouped by project. A record is only changed by the functions in the file named
 * after it. Times are in milliseconds, by the emulator's clock.
 */
import type * as Schema from "effect/Schema"
import type { AccessLevel } from "../../../schemas/access.ts"
import type { ConfigSource } from "../../../schemas/entities/Config.ts"
import type { PaymentProduct } from "../../../schemas/entities/PaymentProduct.ts"
import type { AiConversation, Analytics, FeatureRequest } from "./analytics.ts"
import type { ConfigLayers, ConfigObject, ProjectConfig, SignUpRule } from "./config.ts"
import type {
  EmailDraft,
  EmailTemplate,
  EmailTheme,
  MailContent,
  ManagedDomain,
  QueuedEmail,
  SentEmail
} from "./emails.ts"
import type { Assessment, AuthorizationCode, OAuthAccount, OAuthFlow } from "./oauth.ts"
import type { Customer, PaymentAccount, Payments } from "./payments.ts"

/** Project with all of its data. */
export interface Project {
  readonly id: string
  displayName: string
  description: string
  logoUrl: string | null
  fullLogoUrl: string | null
  logoDarkModeUrl: string | null
  fullLogoDarkModeUrl: string | null
  /** Progress of the owner in the project's setup. Later revisions only. */
  onboardingStatus: string
  readonly createdAt: number
  /** Prefix of the codes of purchases. */
  readonly tenancyId: string
  isProductionMode: boolean
  /** Id of the team in project `internal` that owns this project. */
  ownerTeamId: string | null
  /** Layers of the configuration as they were written. The other settings below are derived from them. */
  configLayers: ConfigLayers
  config: ProjectConfig
  /** Configuration values that `config` has no field for. */
  configRest: ConfigObject
  /** Where the branch's configuration is managed: in the dashboard, or in a repository. */
  configSource: ConfigSource
  readonly keySets: Array<KeySet>
  readonly users: Map<string, User>
  /** All users in order of sign-up. */
  readonly usersInOrder: Array<User>
  readonly contactChannels: Map<string, ContactChannel>
  /** Contact channels used for sign-in, by their stored address. */
  readonly signInChannels: Map<string, ContactChannel>
  readonly sessions: Map<string, Session>
  readonly sessionsByRefreshToken: Map<string, Session>
  /** Sessions by user id, oldest first. */
  readonly sessionsByUser: Map<string, Array<Session>>
  readonly codes: Map<string, Code>
  /** Codes by their last 39 characters. Codes with the same suffix share their attempt counter. */
  readonly codeFamilies: Map<string, Array<Code>>
  readonly teams: Map<string, Team>
  /** Number of teams created so far, including deleted ones. */
  teamsEver: number
  readonly memberships: Map<string, Membership>
  /** Permissions defined by the project, in both scopes. Derived from the configuration. */
  readonly permissionDefinitions: Map<string, PermissionDefinition>
  /** Team invitations that were not revoked. */
  readonly invitations: Map<string, Invitation>
  readonly apiKeys: Map<string, ApiKey>
  readonly apiKeysByValue: Map<string, ApiKey>
  /** Keys by the id of the owning user or team, oldest first. */
  readonly apiKeysByOwner: Map<string, Array<ApiKey>>
  /** CLI logins by polling code. */
  readonly cliLoginsByPollingCode: Map<string, CliLogin>
  /** CLI logins by login code, which is part of the link. */
  readonly cliLoginsByLoginCode: Map<string, CliLogin>
  /** Registrations of agents by poll token. */
  readonly agentsByPollToken: Map<string, AgentAttempt>
  /** Registrations of agents by claim code, without its dash. */
  readonly agentsByClaimCode: Map<string, AgentAttempt>
  /** Linked accounts at external providers, oldest first. */
  readonly oauthAccounts: Map<string, OAuthAccount>
  /** Linked accounts by account id. Two providers may use the same account id. */
  readonly oauthAccountsByAccountId: Map<string, ReadonlyArray<OAuthAccount>>
  /** User ids by external identity: the vendor, its issuer and the subject, as JSON. */
  readonly externalIdentities: Map<string, string>
  /** Session ids by external identity and the vendor's session id, as JSON. They outlive the sessions. */
  readonly externalSessionIds: Map<string, string>
  readonly authorizationCodes: Map<string, AuthorizationCode>
  /** OpenID issuers set by the seed, by the provider's id in the project. */
  readonly oauthIssuers: Map<string, string>
  /** User ids by passkey credential id. Replaced passkeys may still be listed. */
  readonly passkeyOwners: Map<string, string>
  /** Email themes by id, built-in ones first. Derived from the configuration. */
  readonly emailThemes: Map<string, EmailTheme>
  /** Email templates by id, built-in ones first. Derived from the configuration. */
  readonly emailTemplates: Map<string, EmailTemplate>
  /** Log of sent and failed emails, oldest first. Keeps at least the newest 100. */
  sentEmails: Array<SentEmail>
  readonly emailDrafts: Map<string, EmailDraft>
  /** Emails that wait, were sent or were skipped, oldest first. Finished emails are limited to the newest 10,000. */
  readonly emailQueue: Map<string, QueuedEmail>
  /** Time from which a step of the queue is due. `Infinity` if no email waits for the clock. */
  emailsDueAt: number
  /** Time at which the project's sending capacity is free again. */
  emailCapacityUsedUntil: number
  readonly managedDomains: Map<string, ManagedDomain>
  /** End of the period in which the project may send four times as many emails. Later revisions only. */
  emailBoostUntil: number
  /** Saved conversations with the AI model, by thread. */
  readonly chats: Map<string, Array<Schema.Json>>
  /** Account at the payment provider, or `null` before payments are set up. */
  paymentAccount: PaymentAccount | null
  readonly payments: Payments
  readonly analytics: Analytics
  readonly aiConversations: Map<string, AiConversation>
  readonly featureRequests: Map<string, FeatureRequest>
  /** Encrypted values of the data vault, by store and hashed key. */
  readonly vault: Map<string, Map<string, string>>
  readonly activity: Activity
  /** Matches of sign-up rules, oldest first. */
  readonly signUpRuleTriggers: Array<
    { readonly ruleId: string; readonly action: SignUpRule["action"]["type"]; readonly at: number }
  >
}

/** Up to one key per access level, which expire and are revoked together. */
export interface KeySet {
  readonly id: string
  description: string
  readonly createdAt: number
  readonly expiresAt: number
  revokedAt: number | null
  readonly keys: { readonly [Level in AccessLevel]?: string }
}

export interface User {
  readonly id: string
  /** Position in the order of the project's sign-ups. */
  readonly sequence: number
  displayName: string | null
  profileImageUrl: string | null
  readonly signedUpAt: number
  lastActiveAt: number
  isAnonymous: boolean
  clientMetadata: Schema.Json
  clientReadOnlyMetadata: Schema.Json
  serverMetadata: Schema.Json
  /** bcrypt hash. */
  passwordHash: string | null
  otpAuthEnabled: boolean
  passkey: Passkey | null
  totpSecretBase64: string | null
  /** Ids of the notification categories that the user has unsubscribed from. */
  readonly switchedOffCategories: Set<string>
  /**
   * Whether sign-in requires a TOTP code. Only an update sets it: a secret passed at the user's creation doesn't
   * require MFA.
   */
  requiresTotpMfa: boolean
  /** Linked accounts, oldest first. */
  oauthAccounts: ReadonlyArray<OAuthAccount>
  /** Vendors of the user's external identities, without duplicates. */
  externalProviderIds?: ReadonlyArray<string>
  restrictedByAdmin: boolean
  restrictedByAdminReason: string | null
  restrictedByAdminPrivateDetails: string | null
  countryCode: string | null
  riskScores: { readonly signUp: { readonly bot: number; readonly freeTrialAbuse: number } }
  /** Contact channel ids, oldest first. */
  readonly contactChannelIds: Array<string>
  /** Team ids in the order of joining. */
  readonly teamIds: Array<string>
  /** Project permissions granted to the user directly. */
  readonly permissionIds: Array<string>
}

export interface Passkey {
  readonly credentialId: string
  readonly publicKey: string
  counter: number
}

export interface ContactChannel {
  readonly id: string
  readonly userId: string
  value: string
  isVerified: boolean
  isPrimary: boolean
  usedForAuth: boolean
}

export interface Session {
  readonly id: string
  readonly userId: string
  readonly refreshToken: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly isImpersonation: boolean
  /** Name of the agent whose session it is, or `null`. Absent in states saved by older versions. */
  readonly agentName?: string | null
  lastUsedAt: number | null
  /** Location of the latest request for an access token, if the request's headers contained it. */
  place: Place | null
}

export interface Place {
  readonly ip: string
  readonly countryCode?: string
  readonly regionCode?: string
  readonly cityName?: string
  readonly latitude?: number
  readonly longitude?: number
  readonly tzIdentifier?: string
}

/** Data stored with each kind of code. */
export interface CodeData {
  /** Known facts at the time the code was sent. If the assessment is `error`, the code creates no account. */
  readonly signIn: {
    readonly email: string
    /**
     * User that the link signs in, regardless of addresses and MFA. Only for links that the emulator itself created.
     */
    readonly userId?: string
    readonly assessment?: Assessment
    readonly countryCode?: string | null
  }
  readonly passwordReset: { readonly userId: string }
  readonly emailVerification: { readonly userId: string; readonly value: string }
  readonly mfaAttempt: { readonly userId: string; readonly isNewUser: boolean }
  readonly passkeyRegistration: { readonly userId: string; readonly challenge: string }
  readonly passkeyAuthentication: { readonly challenge: string }
  readonly teamInvitation: { readonly teamId: string; readonly email: string }
  readonly unsubscribe: { readonly userId: string; readonly categoryId: string }
  readonly purchase: {
    readonly customer: Customer
    /** `null` for a product that the request defined. */
    readonly productId: string | null
    readonly product: PaymentProduct
    /** Whether the project could take payments when the code was created. */
    readonly chargesEnabled: boolean
  }
}

export type CodeKind = keyof CodeData

export interface Code<Kind extends CodeKind = CodeKind> {
  /** Value of 45 characters. */
  readonly value: string
  readonly kind: Kind
  readonly data: CodeData[Kind]
  readonly createdAt: number
  expiresAt: number
  usedAt: number | null
  attempts: number
}

export interface Team {
  readonly id: string
  /** Position in the order of the project's teams. */
  readonly sequence: number
  displayName: string
  profileImageUrl: string | null
  clientMetadata: Schema.Json
  clientReadOnlyMetadata: Schema.Json
  serverMetadata: Schema.Json
  readonly createdAt: number
  /** Member ids in the order of joining. */
  readonly memberIds: Set<string>
  /** Invitation ids, oldest first. */
  readonly invitationIds: Set<string>
}

export interface Membership {
  readonly teamId: string
  readonly userId: string
  readonly createdAt: number
  isSelected: boolean
  /** Name of the member in this team. `null` uses the user's name. */
  displayName: string | null
  /** Picture of the member in this team. `null` uses the user's picture. */
  profileImageUrl: string | null
  /** Team permissions granted to the member directly. */
  readonly permissionIds: Array<string>
}

/** Permission defined by a project. */
export interface PermissionDefinition {
  readonly id: string
  readonly scope: "team" | "project"
  readonly description: string | undefined
  readonly containedPermissionIds: ReadonlyArray<string>
}

/** Invitation to a team. It stays open until its code is used or expires. */
export interface Invitation {
  readonly id: string
  readonly teamId: string
  readonly email: string
  readonly code: Code<"teamInvitation">
}

/** API key of a user or a team. */
export interface ApiKey {
  readonly id: string
  readonly owner: { readonly type: "user"; readonly userId: string } | {
    readonly type: "team"
    readonly teamId: string
  }
  readonly value: string
  description: string
  readonly isPublic: boolean
  readonly createdAt: number
  /** `null` if the key never expires. */
  readonly expiresAt: number | null
  revokedAt: number | null
}

/** Login of a command line tool that waits for confirmation in the browser. */
export interface CliLogin {
  /** Id in the owner's overview. Absent in states saved by older versions, as is `createdAt`. */
  readonly id?: string
  readonly pollingCode: string
  readonly loginCode: string
  readonly createdAt?: number
  readonly expiresAt: number
  /** Refresh token of the tool's anonymous session, until the browser claims it. */
  anonymousRefreshToken: string | null
  /** Refresh token of the browser's session, or `null` until the login is confirmed. */
  refreshToken: string | null
  /** Time at which the tool received the refresh token. */
  usedAt: number | null
}

/** Registration of an agent, which waits for a person's decision. */
export interface AgentAttempt {
  readonly id: string
  /** Eight characters, without the dash. */
  readonly claimCode: string
  readonly pollToken: string
  readonly agent: { readonly name: string; readonly description: string | null; readonly url: string | null }
  readonly userHint: string | null
  readonly createdAt: number
  readonly expiresAt: number
  readonly anonymousSessionId: string
  isDenied: boolean
  /** Session on the person's account, or `null` until the person approves. */
  sessionId: string | null
  /** Time at which the agent fetched its session, or learned that the session has ended. */
  usedAt: number | null
}

/** Activity of users: when and where each received access tokens. */
export interface Activity {
  /** User ids by UTC day (`YYYY-MM-DD`), oldest day first. */
  readonly days: Map<string, Set<string>>
  /** Two-letter code of the country in which each user was last seen, if a proxy sent it. */
  readonly countries: Map<string, string>
  /** Time of each user's latest access token by user id, most recent last. Includes deleted users. */
  readonly last: Map<string, number>
}

/** Email sent by the platform. */
export interface Mail extends MailContent {
  readonly to: string
  /**
   * Purpose of the email: the kind of its code, a sign-in invitation, an email sent by a back end, a mail server test,
   * or a notice of a leaked API key.
   */
  readonly kind: CodeKind | "signInInvitation" | "written" | "test" | "leakedApiKey" | "feedback"
  readonly projectId: string
  /** Name of the project at the time of sending. */
  readonly projectName: string
  /**
   * Sender of the project's own mail server. With the platform's server: the project's name and an address of the
   * emulator.
   */
  readonly from: { readonly name: string; readonly address: string }
  /** The 45-character code in the link. */
  readonly code: string | undefined
  /** The six-character code to type, in sign-in emails. */
  readonly otp: string | undefined
  readonly link: string | undefined
  readonly sentAt: Date
}

/** Sources that an email is rendered from, as they were at the time of sending. */
export interface MailSources {
  readonly template: string
  readonly theme: string | undefined
  readonly user: { readonly displayName: string | null }
  readonly project: { readonly displayName: string; readonly logos?: { readonly [name: string]: string } }
  readonly variables: { readonly [name: string]: string }
}

/** Stored picture, keyed by the last part of its URL's path. */
export interface Picture {
  readonly contentType: string
  readonly base64: string
}

/** Complete state of one emulator. */
export interface Store {
  readonly projects: Map<string, Project>
  outbox: Array<Mail>
  /** Emails that haven't been rendered yet, with their sources. An email is rendered when it is first read. */
  readonly unrendered: Map<MailContent, MailSources>
  readonly pictures: Map<string, Picture>
  /** Sign-ins in progress at providers, by inner state, oldest first. */
  readonly oauthFlows: Map<string, OAuthFlow>
}

/** Creates a state without projects. */
export const empty = (): Store => ({
  projects: new Map(),
  outbox: [],
  unrendered: new Map(),
  pictures: new Map(),
  oauthFlows: new Map()
})
