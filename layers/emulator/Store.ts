/**
 * What the emulated platform remembers: plain records, per project. Changes go through the functions of the file that a
 * record is named after. Times are milliseconds of the emulator's clock.
 */
import type * as Schema from "effect/Schema"
import type { AccessLevel } from "../../schemas/access.ts"

/** A project and everything in it. */
export interface Project {
  readonly id: string
  displayName: string
  description: string
  logoUrl: string | null
  fullLogoUrl: string | null
  readonly createdAt: number
  isProductionMode: boolean
  /** The team of project `internal` whose members own this project. */
  ownerTeamId: string | null
  config: ProjectConfig
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
  readonly memberships: Map<string, Membership>
}

/** How a project is configured. Lists are kept sorted, as the platform answers them. */
export interface ProjectConfig {
  readonly signUpEnabled: boolean
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
}

export interface OAuthProviderConfig {
  readonly id: string
  readonly type: "shared" | "standard"
  readonly clientId?: string
  readonly clientSecret?: string
  readonly facebookConfigId?: string
  readonly microsoftTenantId?: string
  readonly appleBundleIds?: ReadonlyArray<string>
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
  readonly description: string
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
  /** Set by an update only: a secret that came with the user's creation asks for nothing. */
  requiresTotpMfa: boolean
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
}

export interface Passkey {
  readonly credentialId: string
  readonly publicKey: string
  counter: number
}

export interface OAuthAccount {
  readonly id: string
  readonly accountId: string
  readonly email: string | null
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

/** What each kind of code was made for. */
export interface CodeData {
  readonly signIn: { readonly email: string }
  readonly passwordReset: { readonly userId: string }
  readonly emailVerification: { readonly userId: string; readonly value: string }
  readonly mfaAttempt: { readonly userId: string; readonly isNewUser: boolean }
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
  displayName: string
  profileImageUrl: string | null
  clientMetadata: Schema.Json
  clientReadOnlyMetadata: Schema.Json
  serverMetadata: Schema.Json
  readonly createdAt: number
}

export interface Membership {
  readonly teamId: string
  readonly userId: string
  readonly createdAt: number
  isSelected: boolean
  /** Direct grants. */
  readonly permissionIds: Array<string>
}

/** A mail that the platform sent. */
export interface Mail {
  readonly to: string
  /** What the mail is for. */
  readonly kind: CodeKind
  readonly projectId: string
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

/** A stored picture, under the path that its URL ends in. */
export interface Picture {
  readonly contentType: string
  readonly base64: string
}

/** All state of one emulated platform. */
export interface Store {
  readonly projects: Map<string, Project>
  outbox: Array<Mail>
  readonly pictures: Map<string, Picture>
}

/** A platform without projects. */
export const empty = (): Store => ({ projects: new Map(), outbox: [], pictures: new Map() })
