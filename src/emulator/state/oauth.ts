/** Records of linked accounts and of sign-ins at providers. Times are in milliseconds. */

/** Account at an external provider that is linked to a user. */
export interface OAuthAccount {
  readonly id: string
  readonly userId: string
  /** Id of the provider in the project, such as `google`. */
  readonly providerId: string
  /** Id of the user at the provider. */
  accountId: string
  email: string | null
  allowSignIn: boolean
  allowConnectedAccounts: boolean
  /** Tokens issued by the provider, oldest first. */
  grants: ReadonlyArray<OAuthGrant>
  /** Whether the provider has revoked all tokens issued so far. Used by the emulator's own provider. */
  isRevoked?: boolean
}

/** Tokens and scopes that a provider granted for a user's account. */
export interface OAuthGrant {
  readonly scopes: ReadonlyArray<string>
  readonly accessToken: string
  /** `null` if the provider didn't return an expiry. */
  readonly expiresAt: number | null
  /** `null` if the provider issued only an access token. */
  readonly refreshToken: string | null
}

/** Sign-in in progress at a provider. */
export interface OAuthFlow {
  /** `state` parameter between the platform and the provider. */
  readonly innerState: string
  readonly projectId: string
  readonly providerId: string
  readonly type: "authenticate" | "link"
  /** Signed-in user at the start of the flow. */
  readonly userId: string | undefined
  /** PKCE verifier between the platform and the provider. */
  readonly codeVerifier: string
  readonly providerScope: string | undefined
  readonly redirectUri: string
  /** `state` parameter between the app and the platform. */
  readonly state: string
  readonly scope: string
  /** PKCE challenge between the app and the platform. */
  readonly codeChallenge: string
  readonly errorUrl: string | undefined
  readonly afterCallbackRedirectUrl: string | null
  /**
   * Whether the flow has no cookie because the app fetched the authorization URL itself. In that case, the app's PKCE
   * verifier protects the flow.
   */
  readonly isCookieless?: boolean
  /** Result of the bot challenge. If it is `error`, the flow creates no account. */
  readonly assessment?: Assessment
  expiresAt: number
  /** Account chosen at the emulator's own provider and its authorization code, until the code is redeemed. */
  admitted: { readonly code: string; readonly person: ProviderAccount } | null
}

/** Authorization code that an app exchanges once for a session. */
export interface AuthorizationCode {
  readonly userId: string
  readonly isNewUser: boolean
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly afterCallbackRedirectUrl: string | null
  /** Session that the code hands over to another domain. The exchange opens a new session without it. */
  readonly sessionId?: string
  readonly expiresAt: number
}

/** Profile of an account at a provider. */
export interface ProviderAccount {
  readonly accountId: string
  readonly email: string | null
  readonly emailVerified: boolean
  readonly name: string | null
  readonly picture: string | null
}

/** Result of the bot challenge: passed, failed or unavailable. */
export type Assessment = "ok" | "invalid" | "error"
