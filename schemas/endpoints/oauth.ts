/** Signing in with other providers, and the platform as the OAuth server of its clients. docs/protocol.md §10, §11. */
import * as Schema from "effect/Schema"
import { botChallenge } from "../botChallenge.ts"
import { endpoint } from "../Endpoint.ts"
import { accessTokenErrors, ConnectedAccountAccessToken } from "../entities/ConnectedAccount.ts"
import { AuthorizeLocation, CrossDomainRedirect, ExchangedTokens, RefreshedTokens } from "../entities/OAuthTokens.ts"
import { SignInTokens } from "../entities/Tokens.ts"
import { RedirectUrlNotWhitelisted, SignUpNotEnabled } from "../errors/authConfiguration.ts"
import { ContactChannelAlreadyUsedForAuthBySomeoneElse } from "../errors/contactChannels.ts"
import { MultiFactorAuthenticationRequired } from "../errors/multiFactor.ts"
import {
  AppleBundleIdNotConfigured,
  InvalidAppleCredentials,
  InvalidAuthorizationCode,
  InvalidOAuthClientIdOrSecret,
  InvalidScope,
  OAuthConnectionAlreadyConnectedToAnotherUser,
  OAuthExtraScopeNotAvailableWithSharedOAuthKeys,
  OAuthProviderAccessDenied,
  OAuthProviderNotFoundOrNotEnabled,
  OAuthProviderTemporarilyUnavailable,
  OuterOAuthTimeout,
  UserAlreadyConnectedToAnotherOAuthConnection
} from "../errors/oauth.ts"
import { PermissionNotFound } from "../errors/permissions.ts"
import { InvalidPublishableClientKey, PublishableClientKeyRequiredForProject } from "../errors/projectAuthentication.ts"
import { BotChallengeFailed, BotChallengeRequired, SignUpRejected } from "../errors/restrictions.ts"
import {
  AccessTokenExpired,
  ProviderRejected,
  RefreshTokenNotFoundOrExpired,
  UnparsableAccessToken
} from "../errors/session.ts"
import { UserAuthenticationRequired } from "../errors/users.ts"
import { fixed, Json, Secret, Url, usually } from "../fields.ts"

/** The app as an OAuth client. */
const client = {
  /** The project's id, for another branch than the main one followed by `#` and the branch's id. */
  clientId: Schema.String,
  /** The publishable client key. */
  clientSecret: Secret
}

const challenge = {
  /** The SHA-256 of the verifier in base64url. */
  codeChallenge: Schema.String
}

/**
 * Gets a fresh access token for a session. May be repeated: the refresh token stays valid and keeps its value.
 *
 * `RefreshTokenNotFoundOrExpired` and `ProviderRejected` are final, for this session will never give another token.
 */
export const refresh = endpoint("client", "oauth.refresh", "POST /auth/oauth/token", {
  input: { grantType: fixed("refresh_token"), refreshToken: Secret, ...client },
  output: RefreshedTokens,
  errors: [RefreshTokenNotFoundOrExpired, ProviderRejected, InvalidOAuthClientIdOrSecret, InvalidScope],
  body: "form",
  subject: "refreshToken",
  credentials: "none",
  idempotent: true,
  unknownFields: "ignored"
})

/**
 * Opens the session that an authorization ended with. A code lives 5 minutes and works once, so this is never repeated;
 * an unknown, used or expired code and a wrong verifier give the same `InvalidAuthorizationCode`.
 *
 * The redirect URI must be the authorization's to the letter, or the platform refuses in plain text with status 400.
 */
export const exchangeCode = endpoint("client", "oauth.exchangeCode", "POST /auth/oauth/token", {
  input: {
    grantType: fixed("authorization_code"),
    code: Secret,
    redirectUri: Url,
    /** The PKCE verifier, of which the authorization carried the challenge. */
    codeVerifier: Secret,
    ...client
  },
  output: ExchangedTokens,
  errors: [
    InvalidAuthorizationCode,
    InvalidOAuthClientIdOrSecret,
    MultiFactorAuthenticationRequired,
    InvalidScope
  ],
  body: "form",
  credentials: "none",
  unknownFields: "ignored"
})

/**
 * Sends the browser to a provider, to sign in there or to link the account. Without `stackResponseMode` it is not for
 * calling: a browser opens it, and its answer is a redirect and a cookie. The platform remembers the attempt for 10
 * minutes.
 *
 * What goes wrong later comes back to the error page as `errorCode`, `message` and `details` in the query, if that page
 * is on a trusted domain. Linking without a token is refused in plain text with status 400.
 */
export const authorize = endpoint("client", "oauth.authorize", "GET /auth/oauth/authorize/{provider_id}", {
  input: {
    /** The provider as the project configures it, for example `google`; in lower case. */
    providerId: Schema.String,
    ...client,
    /** Where the code goes. Trust in it is checked at the way back. */
    redirectUri: Url,
    /** The platform knows one. Any other is refused on the way back. */
    scope: usually("legacy"),
    state: Schema.String,
    grantType: fixed("authorization_code"),
    ...challenge,
    codeChallengeMethod: fixed("S256"),
    responseType: fixed("code"),
    /** Left out, it is `authenticate`. */
    type: Schema.optional(Schema.Literals(["authenticate", "link"])),
    /** The access token: of the user to link to, or of the anonymous user to upgrade. */
    token: Schema.optional(Secret),
    /** Scopes to ask the provider for beyond the configured ones, with spaces between. */
    providerScope: Schema.optional(Schema.String),
    /** The error page. */
    errorRedirectUrl: Schema.optional(Url),
    /** The error page in its other spelling, which wins. */
    errorRedirectUri: Schema.optional(Url),
    /** Comes back with the tokens: where the app wants to go then. */
    afterCallbackRedirectUrl: Schema.optional(Schema.String),
    ...botChallenge,
    /**
     * `json` answers with `{ location }` instead of a redirect, so that a page meets refusals before it leaves, and sets
     * no cookie. Later revisions of the platform only; earlier ones refuse the field with a `SchemaError`.
     */
    stackResponseMode: Schema.optional(Schema.Literals(["redirect", "json"]))
  },
  output: AuthorizeLocation,
  status: 307,
  errors: [
    InvalidOAuthClientIdOrSecret,
    InvalidPublishableClientKey,
    OAuthProviderNotFoundOrNotEnabled,
    UnparsableAccessToken,
    AccessTokenExpired,
    OAuthExtraScopeNotAvailableWithSharedOAuthKeys,
    BotChallengeRequired,
    BotChallengeFailed,
    RedirectUrlNotWhitelisted,
    PublishableClientKeyRequiredForProject
  ],
  credentials: "none"
})

/**
 * Where a provider sends the browser back to. Not for calling: its answer is a redirect to the app, with a code and the
 * app's state. Its errors go to the error page if that is on a trusted domain; otherwise the browser shows them.
 * `PermissionNotFound` means that the project gives new users a permission that was deleted.
 */
export const callback = endpoint("client", "oauth.callback", "GET /auth/oauth/callback/{provider_id}", {
  input: {
    providerId: Schema.String,
    state: Schema.String,
    /** The provider's own code; absent when it refused. */
    code: Schema.optional(Secret),
    error: Schema.optional(Schema.String),
    errorDescription: Schema.optional(Schema.String),
    /** Who issued the answer. RFC 9207. */
    iss: Schema.optional(Schema.String)
  },
  output: Json,
  status: 303,
  errors: [
    OuterOAuthTimeout,
    OAuthProviderNotFoundOrNotEnabled,
    OAuthProviderAccessDenied,
    OAuthConnectionAlreadyConnectedToAnotherUser,
    UserAlreadyConnectedToAnotherOAuthConnection,
    ContactChannelAlreadyUsedForAuthBySomeoneElse,
    SignUpNotEnabled,
    PermissionNotFound,
    RedirectUrlNotWhitelisted,
    InvalidScope,
    SignUpRejected,
    BotChallengeFailed,
    OAuthProviderTemporarilyUnavailable
  ],
  credentials: "none"
})

/**
 * Hands the session of the signed-in user to a page on another trusted domain, which finishes like any sign-in. Later
 * revisions of the platform only.
 *
 * The refresh token has to come along; a session without one is refused in plain text.
 */
export const authorizeCrossDomain = endpoint(
  "client",
  "oauth.authorizeCrossDomain",
  "POST /auth/oauth/cross-domain/authorize",
  {
    since: "2026-04",
    input: {
      redirectUri: Url,
      /** The other page's state: 1 to 512 characters. */
      state: Schema.NonEmptyString.check(Schema.isMaxLength(512)),
      codeChallenge: Schema.String.check(
        Schema.isPattern(/^[A-Za-z0-9\-._~]{43,128}$/, { expected: "43 to 128 unreserved characters" })
      ),
      codeChallengeMethod: Schema.optional(Schema.Literal("S256")),
      afterCallbackRedirectUrl: Schema.optional(Url)
    },
    output: CrossDomainRedirect,
    errors: [UserAuthenticationRequired, RedirectUrlNotWhitelisted, InvalidOAuthClientIdOrSecret]
  }
)

/**
 * Opens a session with the identity token that an iPhone, iPad or Mac got from Apple. Makes the account when there is
 * none; `PermissionNotFound` means that the project gives new users a permission that was deleted. Later revisions of the
 * platform only.
 */
export const signInWithApple = endpoint("client", "oauth.signInWithApple", "POST /auth/oauth/callback/apple/native", {
  since: "2026-04",
  input: { idToken: Secret },
  output: SignInTokens,
  errors: [
    OAuthProviderNotFoundOrNotEnabled,
    AppleBundleIdNotConfigured,
    InvalidAppleCredentials,
    ContactChannelAlreadyUsedForAuthBySomeoneElse,
    SignUpNotEnabled,
    PermissionNotFound,
    SignUpRejected
  ]
})

/**
 * Gets a provider's access token for the signed-in user.
 *
 * @deprecated The platform only forwards it to `/connected-accounts/me/{provider_id}/access-token`. Use that one.
 */
export const createConnectedAccountToken = endpoint(
  "client",
  "oauth.createConnectedAccountToken",
  "POST /auth/oauth/connected-accounts/{provider_id}/access-token",
  {
    input: {
      providerId: Schema.String,
      /** Scopes that the token must have, with spaces between. */
      scope: Schema.optional(Schema.String)
    },
    output: ConnectedAccountAccessToken,
    status: 201,
    errors: [...accessTokenErrors]
  }
)
