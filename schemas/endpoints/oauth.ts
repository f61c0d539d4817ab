/** Sign-in with OAuth providers, and the platform's own OAuth server. docs/protocol.md §10, §11. */
import * as Schema from "effect/Schema"
import { botChallenge } from "../botChallenge.ts"
import { endpoint } from "../Endpoint.ts"
import { ConnectedAccountAccessToken } from "../entities/ConnectedAccount.ts"
import { AuthorizeLocation, CrossDomainRedirect, ExchangedTokens, RefreshedTokens } from "../entities/OAuthTokens.ts"
import { accessTokenErrors } from "../entities/sharedErrors.ts"
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

/** Client credentials of the app. */
const client = {
  /** Project id, followed by `#` and the branch id for branches other than the main one. */
  clientId: Schema.String,
  /** Publishable client key. */
  clientSecret: Secret
}

const challenge = {
  /** SHA-256 of the verifier, base64url-encoded. RFC 7636 §4.2. */
  codeChallenge: Schema.String
}

/**
 * Returns a new access token for a session. Safe to repeat: the refresh token stays valid and does not change.
 *
 * `RefreshTokenNotFoundOrExpired` and `ProviderRejected` are final: the session cannot be refreshed again.
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
 * Exchanges an authorization code for the tokens of a new session. A code is valid for 5 minutes and works once, so
 * this call is never retried. An unknown, used or expired code and a wrong verifier all fail with
 * `InvalidAuthorizationCode`.
 *
 * The redirect URI must be exactly that of the authorization; otherwise the call fails with `HttpFailure` (400).
 */
export const exchangeCode = endpoint("client", "oauth.exchangeCode", "POST /auth/oauth/token", {
  input: {
    grantType: fixed("authorization_code"),
    code: Secret,
    redirectUri: Url,
    /** PKCE verifier that matches the `codeChallenge` of the authorization. RFC 7636. */
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
 * Redirects the browser to a provider, to sign in or to link the account. Without `stackResponseMode`, don't call this
 * endpoint: a browser must open it, because the response is a redirect with a cookie. The platform keeps the attempt
 * for 10 minutes.
 *
 * Later errors are sent to the error page as `errorCode`, `message` and `details` in its query, if that page is on a
 * trusted domain. Linking without a token fails with `HttpFailure` (400).
 */
export const authorize = endpoint("client", "oauth.authorize", "GET /auth/oauth/authorize/{provider_id}", {
  input: {
    /** Id of the provider in the project, such as `google`, in lower case. */
    providerId: Schema.String,
    ...client,
    /** URL that receives the code. The platform checks that it is trusted when the provider redirects back. */
    redirectUri: Url,
    /** The platform has only one scope, and rejects others when the provider redirects back. */
    scope: usually("legacy"),
    state: Schema.String,
    grantType: fixed("authorization_code"),
    ...challenge,
    codeChallengeMethod: fixed("S256"),
    responseType: fixed("code"),
    /** Purpose of the authorization. Defaults to `authenticate`. */
    type: Schema.optional(Schema.Literals(["authenticate", "link"])),
    /** Access token of the user to link to, or of the anonymous user to upgrade. */
    token: Schema.optional(Secret),
    /** Additional scopes to request from the provider, separated by spaces. */
    providerScope: Schema.optional(Schema.String),
    /** URL of the error page. */
    errorRedirectUrl: Schema.optional(Url),
    /** Alternative name of `errorRedirectUrl`. If both are sent, `errorRedirectUrl` takes precedence. */
    errorRedirectUri: Schema.optional(Url),
    /** Page to open after the callback. The platform returns it with the tokens. */
    afterCallbackRedirectUrl: Schema.optional(Schema.String),
    ...botChallenge,
    /**
     * With `json`, the response is `{ location }` instead of a redirect, and sets no cookie. The page then receives
     * errors before it navigates. Later revisions only; earlier revisions reject the field with a `SchemaError`.
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
 * Receives the browser when the provider redirects back. Don't call this endpoint: its response is a redirect to the
 * app, with a code and the app's state. Errors are sent to the error page if it is on a trusted domain; otherwise the
 * browser shows them. `PermissionNotFound` means that the project's default permissions for new users contain a deleted
 * permission.
 */
export const callback = endpoint("client", "oauth.callback", "GET /auth/oauth/callback/{provider_id}", {
  input: {
    providerId: Schema.String,
    state: Schema.String,
    /** Authorization code from the provider; missing if the provider refused. */
    code: Schema.optional(Secret),
    error: Schema.optional(Schema.String),
    errorDescription: Schema.optional(Schema.String),
    /** Issuer of the provider's response. RFC 9207. */
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
 * Transfers the signed-in user's session to a page on another trusted domain, which completes it like an OAuth sign-in.
 * Since revision 2026-04.
 *
 * The session must have a refresh token; otherwise the call fails with `HttpFailure`.
 */
export const authorizeCrossDomain = endpoint(
  "client",
  "oauth.authorizeCrossDomain",
  "POST /auth/oauth/cross-domain/authorize",
  {
    since: "2026-04",
    input: {
      redirectUri: Url,
      /** State of the other page, 1 to 512 characters. */
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
 * Opens a session with an identity token that Apple issued on an iPhone, iPad or Mac. Creates the account if none
 * exists. `PermissionNotFound` means that the project's default permissions for new users contain a deleted permission.
 * Since revision 2026-04.
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
 * Returns a provider's access token for the signed-in user.
 *
 * @deprecated The platform only forwards it to `/connected-accounts/me/{provider_id}/access-token`. Use that endpoint.
 */
export const createConnectedAccountToken = endpoint(
  "client",
  "oauth.createConnectedAccountToken",
  "POST /auth/oauth/connected-accounts/{provider_id}/access-token",
  {
    input: {
      providerId: Schema.String,
      /** Required scopes of the token, separated by spaces. */
      scope: Schema.optional(Schema.String)
    },
    output: ConnectedAccountAccessToken,
    status: 201,
    errors: [...accessTokenErrors]
  }
)
