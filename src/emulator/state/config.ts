/** Records of a project's configuration. */
import type * as Schema from "effect/Schema"

/** Overrides of a project's configuration, lowest level first. Keys may be paths. */
export interface ConfigLayers {
  readonly project: ConfigObject
  readonly branch: ConfigObject
  readonly environment: ConfigObject
}

/** A configuration, or a part of one, as JSON. */
export interface ConfigObject {
  readonly [key: string]: Schema.Json
}

/** Configuration of a project. Lists are kept sorted, in the order in which the platform returns them. */
export interface ProjectConfig {
  readonly signUpEnabled: boolean
  /** Whether users without a verified primary address are restricted. Later revisions only. */
  readonly requireEmailVerification: boolean
  /**
   * Whether clients must send a publishable key. Later revisions only: earlier ones always require it.
   */
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
  /** Rules that decide about sign-ups. Later revisions only. */
  readonly signUpRules: ReadonlyArray<SignUpRule>
  /** Action for sign-ups that match no rule. */
  readonly signUpRulesDefaultAction: "allow" | "reject"
  /** Whether anonymous sessions are allowed. Only the newest revisions can turn them off. */
  readonly anonymousSignUpEnabled: boolean
}

/** Rule for sign-ups that match a condition. */
export interface SignUpRule {
  readonly id: string
  readonly displayName: string
  readonly enabled: boolean
  /** Rules with a higher priority are evaluated first. */
  readonly priority: number
  /**
   * CEL expression over `email`, `emailDomain`, `countryCode`, `authMethod`, `oauthProvider`, `turnstileResult` and
   * `riskScores`.
   */
  readonly condition: string
  readonly action: {
    readonly type: "allow" | "reject" | "restrict" | "log"
    /** Note for the project's administrators. Never shown to users. */
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
  readonly appleTeamId?: string
  readonly appleKeyId?: string
  readonly applePrivateKey?: string
  /**
   * OpenID issuer that stands in for this provider, set by seeds. Without one, the emulator's own sign-in page is used.
   * Kept when an owner changes the provider later.
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
