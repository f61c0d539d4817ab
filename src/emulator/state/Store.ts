/**
 * What the emulated platform remembers: plain records, per project. Changes go through the functions of the file that a
 * record is named after. Times are milliseconds of the emulator's clock.
 */
import type * as Schema from "effect/Schema"
import type { AccessLevel } from "../../../schemas/access.ts"
import type { ConfigSource } from "../../../schemas/entities/Config.ts"

/** A project and everything in it. */
export interface Project {
  readonly id: string
  displayName: string
  description: string
  logoUrl: string | null
  fullLogoUrl: string | null
  logoDarkModeUrl: string | null
  fullLogoDarkModeUrl: string | null
  /** How far the owner got with setting the project up. Later revisions. */
  onboardingStatus: string
  readonly createdAt: number
  isProductionMode: boolean
  /** The team of project `internal` whose members own this project. */
  ownerTeamId: string | null
  config: ProjectConfig
  /** What the configuration endpoints keep that no setting here has. */
  configRest: ConfigObject
  /** What is stored of the layers below the environment's. */
  configLayers: { readonly project: ConfigObject; readonly branch: ConfigObject }
  /** What keeps the branch's configuration. */
  configSource: ConfigSource
  readonly keySets: Array<KeySet>
  readonly users: Map<string, User>
  /** The same users in the order of their sign-up. */
  readonly usersInOrder: Array<User>
  readonly contactChannels: Map<string, ContactChannel>
  /** Addresses that people sign in with, as stored, and their channel. */
  readonly signInChannels: Map<string, ContactChannel>
  readonly sessions: Map<string, Session>
  readonly sessionsByRefreshToken: Map<string, Session>
  /** By user, oldest first. */
  readonly sessionsByUser: Map<string, Array<Session>>
  readonly codes: Map<string, Code>
  /** Codes by their last 39 characters: they share attempts. */
  readonly codeFamilies: Map<string, Array<Code>>
  readonly teams: Map<string, Team>
  /** How many teams there ever were. */
  teamsEver: number
  readonly memberships: Map<string, Membership>
  /** Those of the project's own, of both scopes. */
  readonly permissionDefinitions: Map<string, PermissionDefinition>
  /** Invitations to teams that were not taken back. */
  readonly invitations: Map<string, Invitation>
  readonly apiKeys: Map<string, ApiKey>
  readonly apiKeysByValue: Map<string, ApiKey>
  /** By the id of the user or team they act for, oldest first. */
  readonly apiKeysByOwner: Map<string, Array<ApiKey>>
  /** Logins of command line tools by what the tool asks with. */
  readonly cliLoginsByPollingCode: Map<string, CliLogin>
  /** The same by what is in the link. */
  readonly cliLoginsByLoginCode: Map<string, CliLogin>
  /** Linked accounts at other providers, oldest first. */
  readonly oauthAccounts: Map<string, OAuthAccount>
  /** The same by the id at the provider, which two providers may give alike. */
  readonly oauthAccountsByAccountId: Map<string, ReadonlyArray<OAuthAccount>>
  readonly authorizationCodes: Map<string, AuthorizationCode>
  /** Where the seed has the project's providers: their OpenID issuers by the project's id of the provider. */
  readonly oauthIssuers: Map<string, string>
  /** Ids of users by the id of their passkey's credential. Passkeys that were replaced may still be there. */
  readonly passkeyOwners: Map<string, string>
  /** The built-in ones first. */
  readonly emailThemes: Map<string, EmailTheme>
  /** The built-in ones first. */
  readonly emailTemplates: Map<string, EmailTemplate>
  /** The mails that went out, or should have: the newest 100 and perhaps some more, oldest first. */
  sentEmails: Array<SentEmail>
  /** Until when the project may send four times as much. Later revisions. */
  emailBoostUntil: number
  /** What was saved of conversations with the model, by thread. */
  readonly chats: Map<string, Array<Schema.Json>>
  readonly activity: Activity
  /** When which sign-up rule was met, oldest first. */
  readonly signUpRuleTriggers: Array<
    { readonly ruleId: string; readonly action: SignUpRule["action"]["type"]; readonly at: number }
  >
}

/** A configuration, or a part of one, as JSON. */
export interface ConfigObject {
  readonly [key: string]: Schema.Json
}

/** How a project is configured. Lists are kept sorted, as the platform answers them. */
export interface ProjectConfig {
  readonly signUpEnabled: boolean
  /** Users without a verified primary address are restricted. Later revisions. */
  readonly requireEmailVerification: boolean
  /** Clients must send a publishable key, as all had to before it became optional. Later revisions. */
  readonly requirePublishableClientKey: boolean
  readonly credentialEnabled: boolean
  readonly magicLinkEnabled: boolean
  readonly passkeyEnabled: boolean
  readonly clientTeamCreationEnabled: boolean
  readonly clientUserDeletionEnabled: boolean
  readonly allowUserApiKeys: boolean
  readonly allowTeamApiKeys: boolean
  readonly allowLocalhost: boolean
  readonly createTeamOnSignUp: boolean
  readonly oauthProviders: ReadonlyArray<OAuthProviderConfig>
  readonly domains: ReadonlyArray<{ readonly domain: string; readonly handlerPath: string }>
  readonly emailConfig: EmailConfig
  readonly emailTheme: string
  readonly teamCreatorDefaultPermissions: ReadonlyArray<string>
  readonly teamMemberDefaultPermissions: ReadonlyArray<string>
  readonly userDefaultPermissions: ReadonlyArray<string>
  readonly oauthAccountMergeStrategy: "link_method" | "raise_error" | "allow_duplicates"
  /** Who may sign up, and how. Later revisions. */
  readonly signUpRules: ReadonlyArray<SignUpRule>
  /** What is done with those whom no rule speaks of. */
  readonly signUpRulesDefaultAction: "allow" | "reject"
  /** People may have a session without signing up. The newest revisions alone can switch it off. */
  readonly anonymousSignUpEnabled: boolean
}

/** What is done with people who sign up in some way. */
export interface SignUpRule {
  readonly id: string
  readonly displayName: string
  readonly enabled: boolean
  /** The highest one goes first. */
  readonly priority: number
  /**
   * A CEL expression over `email`, `emailDomain`, `countryCode`, `authMethod`, `oauthProvider`, `turnstileResult` and
   * `riskScores`.
   */
  readonly condition: string
  readonly action: {
    readonly type: "allow" | "reject" | "restrict" | "log"
    /** For those who keep the rules; nobody who signs up is shown it. */
    readonly message?: string
  }
}

export interface OAuthProviderConfig {
  readonly id: string
  readonly type: "shared" | "standard"
  readonly clientId?: string
  readonly clientSecret?: string
  readonly facebookConfigId?: string
  readonly microsoftTenantId?: string
  readonly appleBundleIds?: ReadonlyArray<string>
  /**
   * For seeds: the OpenID issuer that plays this provider. Without one, the emulator's own sign-in page does. It stays
   * where an owner changes the provider later.
   */
  readonly issuer?: string
}

export type EmailConfig =
  | { readonly type: "shared" }
  | {
    readonly type: "standard"
    readonly host: string
    readonly port: number
    readonly username: string
    readonly password: string
    readonly senderName: string
    readonly senderEmail: string
  }

/** Up to one key per level, revoked and expiring together. */
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
  /** Counts the project's sign-ups. */
  readonly sequence: number
  displayName: string | null
  profileImageUrl: string | null
  readonly signedUpAt: number
  lastActiveAt: number
  isAnonymous: boolean
  clientMetadata: Schema.Json
  clientReadOnlyMetadata: Schema.Json
  serverMetadata: Schema.Json
  /** bcrypt. */
  passwordHash: string | null
  otpAuthEnabled: boolean
  passkey: Passkey | null
  totpSecretBase64: string | null
  /** Ids of the categories of mails that the user does not want. */
  readonly switchedOffCategories: Set<string>
  /** Set by an update only: a secret that came with the user's creation asks for nothing. */
  requiresTotpMfa: boolean
  /** Oldest first. */
  oauthAccounts: ReadonlyArray<OAuthAccount>
  restrictedByAdmin: boolean
  restrictedByAdminReason: string | null
  restrictedByAdminPrivateDetails: string | null
  countryCode: string | null
  riskScores: { readonly signUp: { readonly bot: number; readonly freeTrialAbuse: number } }
  /** Ids of this user's contact channels, oldest first. */
  readonly contactChannelIds: Array<string>
  /** Ids of the user's teams, in the order of joining. */
  readonly teamIds: Array<string>
  /** What the user was directly granted in the project. */
  readonly permissionIds: Array<string>
}

export interface Passkey {
  readonly credentialId: string
  readonly publicKey: string
  counter: number
}

/** An account at another provider that is linked to a user. */
export interface OAuthAccount {
  readonly id: string
  readonly userId: string
  /** The project's id of the provider, such as `google`. */
  readonly providerId: string
  /** The user's id at the provider. */
  accountId: string
  email: string | null
  allowSignIn: boolean
  allowConnectedAccounts: boolean
  /** What the provider has given, oldest first. */
  grants: ReadonlyArray<OAuthGrant>
  /** The provider has taken back what it gave so far. For the emulator's own provider. */
  isRevoked?: boolean
}

/** Access that a provider gave to a user's account. */
export interface OAuthGrant {
  readonly scopes: ReadonlyArray<string>
  readonly accessToken: string
  /** `null`: the provider did not say. */
  readonly expiresAt: number | null
  /** `null`: the access token is all there is. */
  readonly refreshToken: string | null
}

/** A sign-in that is under way at a provider. */
export interface OAuthFlow {
  /** What the provider carries along. */
  readonly innerState: string
  readonly projectId: string
  readonly providerId: string
  readonly type: "authenticate" | "link"
  /** Whoever was signed in when it began. */
  readonly userId: string | undefined
  /** Of the platform towards the provider. */
  readonly codeVerifier: string
  readonly providerScope: string | undefined
  readonly redirectUri: string
  /** What the app carries along. */
  readonly state: string
  readonly scope: string
  /** Of the app towards the platform. */
  readonly codeChallenge: string
  readonly errorUrl: string | undefined
  readonly afterCallbackRedirectUrl: string | null
  /** No cookie was set: the app fetched the provider's address itself, and its PKCE verifier has to do. */
  readonly isCookieless?: boolean
  /** How the challenge for people went. After `error` the flow makes no account. */
  readonly assessment?: Assessment
  expiresAt: number
  /** Who signed in at the emulator's own provider, and the code for it, until it is redeemed. */
  admitted: { readonly code: string; readonly person: ProviderAccount } | null
}

/** What an app gets its session for, once. */
export interface AuthorizationCode {
  readonly userId: string
  readonly isNewUser: boolean
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly afterCallbackRedirectUrl: string | null
  readonly expiresAt: number
}

/** A person as a provider knows them. */
export interface ProviderAccount {
  readonly accountId: string
  readonly email: string | null
  readonly emailVerified: boolean
  readonly name: string | null
  readonly picture: string | null
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
  lastUsedAt: number | null
  /** Where the last access token was asked for, when the request said so. */
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

/** How the challenge that keeps bots out went: passed, not passed, or not to be had. */
export type Assessment = "ok" | "invalid" | "error"

/** What each kind of code was made for. */
export interface CodeData {
  /** What was known when the code was sent. After the assessment `error` it makes no account. */
  readonly signIn: {
    readonly email: string
    /** Whose session a link made by the emulator starts, whatever their addresses and second factor. */
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
}

export type CodeKind = keyof CodeData

export interface Code<Kind extends CodeKind = CodeKind> {
  /** 45 characters. */
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
  /** Counts the project's teams. */
  readonly sequence: number
  displayName: string
  profileImageUrl: string | null
  clientMetadata: Schema.Json
  clientReadOnlyMetadata: Schema.Json
  serverMetadata: Schema.Json
  readonly createdAt: number
  /** Ids of the members, in the order of joining. */
  readonly memberIds: Set<string>
  /** Ids of the team's invitations, oldest first. */
  readonly invitationIds: Set<string>
}

export interface Membership {
  readonly teamId: string
  readonly userId: string
  readonly createdAt: number
  isSelected: boolean
  /** The member's name in this team. `null`: the user's. */
  displayName: string | null
  /** The member's picture in this team. `null`: the user's. */
  profileImageUrl: string | null
  /** Direct grants. */
  readonly permissionIds: Array<string>
}

/** A permission that a project defines. */
export interface PermissionDefinition {
  readonly id: string
  readonly scope: "team" | "project"
  readonly description: string | undefined
  readonly containedPermissionIds: ReadonlyArray<string>
}

/** An invitation to a team. It is open until its code was used or is too old. */
export interface Invitation {
  readonly id: string
  readonly teamId: string
  readonly email: string
  readonly code: Code<"teamInvitation">
}

/** A key that acts for a user or a team. */
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
  /** `null`: never. */
  readonly expiresAt: number | null
  revokedAt: number | null
}

/** A command line tool that waits for its person to confirm in the browser. */
export interface CliLogin {
  readonly pollingCode: string
  readonly loginCode: string
  readonly expiresAt: number
  /** Of the anonymous session that the tool brought along, until the browser takes it. */
  anonymousRefreshToken: string | null
  /** Of the browser's session; `null` until it is confirmed. */
  refreshToken: string | null
  /** When the tool was told the refresh token. */
  usedAt: number | null
}

export interface EmailTheme {
  readonly id: string
  readonly displayName: string
  tsxSource: string
}

export interface EmailTemplate {
  readonly id: string
  readonly displayName: string
  tsxSource: string
  /** `false`: no theme. `null`: the project's. */
  themeId: string | false | null
}

/** A mail in the project's log. */
export interface SentEmail {
  readonly id: string
  readonly subject: string
  readonly sentAt: number
  readonly to: ReadonlyArray<string>
  readonly sender: EmailConfig
  /** `null`: it was delivered. */
  readonly error: SentEmailError | null
}

export interface SentEmailError {
  readonly rawError: Schema.Json
  readonly errorType: string
  readonly canRetry: boolean
  readonly message: string
}

/** Who was given access tokens, when and where. */
export interface Activity {
  /** Ids of users by UTC day (`YYYY-MM-DD`), oldest day first. */
  readonly days: Map<string, Set<string>>
  /** The country each user was last seen in, by two-letter code, where a proxy said so. */
  readonly countries: Map<string, string>
  /** Ids of users by when each was last given one, deleted ones too. The one who was last is the last. */
  readonly last: Map<string, number>
}

/** A mail that the platform sent. */
export interface Mail {
  readonly to: string
  /**
   * What the mail is for: the kind of its code, or an invitation to sign in, a mail a backend wrote, a test of a mail
   * server, or word of a leaked API key.
   */
  readonly kind: CodeKind | "signInInvitation" | "written" | "test" | "leakedApiKey"
  readonly projectId: string
  /** The project's name when it was sent. */
  readonly projectName: string
  /** Of the project's own mail server; the project's name and an address of the emulator's for the platform's server. */
  readonly from: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly html: string | undefined
  /** The 45 characters of the link. */
  readonly code: string | undefined
  /** The six characters a person types, in a sign-in mail. */
  readonly otp: string | undefined
  readonly link: string | undefined
  readonly sentAt: Date
}

/** What a mail is rendered from: the sources as they were when it was sent. */
export interface MailSources {
  readonly template: string
  readonly theme: string | undefined
  readonly user: { readonly displayName: string | null }
  readonly project: { readonly displayName: string }
  readonly variables: { readonly [name: string]: string }
}

/** A stored picture, under the path that its URL ends in. */
export interface Picture {
  readonly contentType: string
  readonly base64: string
}

/** All state of one emulated platform. */
export interface Store {
  readonly projects: Map<string, Project>
  outbox: Array<Mail>
  /** Mails in plain words that nobody has looked at yet, and what they are rendered from when somebody does. */
  readonly unrendered: Map<Mail, MailSources>
  readonly pictures: Map<string, Picture>
  /** Sign-ins under way at providers by their inner state, oldest first. */
  readonly oauthFlows: Map<string, OAuthFlow>
}

/** A platform without projects. */
export const empty = (): Store => ({
  projects: new Map(),
  outbox: [],
  unrendered: new Map(),
  pictures: new Map(),
  oauthFlows: new Map()
})
