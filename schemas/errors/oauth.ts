/**
 * Errors about sign-in with OAuth providers, connected accounts, and tokens of other identity providers.
 * docs/protocol.md §11.
 */
import * as Schema from "effect/Schema"
import { openEnum } from "../fields.ts"
import { KnownError } from "../KnownError.ts"
import { named } from "./words.ts"

/**
 * The user has not connected this provider.
 *
 * @cause The user signs in another way, or removed the connection.
 * @fix Start `oauth.link`, or continue without a token. `oauth.accessTokenOrLink` starts the link automatically.
 */
export class OAuthConnectionNotConnectedToUser extends KnownError("OAuthConnectionNotConnectedToUser", {
  code: "OAUTH_CONNECTION_NOT_CONNECTED_TO_USER",
  status: 400,
  message: "Your account is not connected to this provider. Connect it, then try again."
}) {}

/**
 * The provider's account is connected to another user of the project. A connection attempt fails with this error, which
 * usually arrives as parameters of the error page.
 *
 * @cause The user has two accounts in the app, and connected the provider to the other one.
 * @fix Sign in as the other user, or connect a different account at the provider.
 */
export class OAuthConnectionAlreadyConnectedToAnotherUser
  extends KnownError("OAuthConnectionAlreadyConnectedToAnotherUser", {
    code: "OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER",
    status: 409,
    message: "This provider account is connected to another user. Sign in as that user, or connect a different account."
  })
{}

/**
 * The connection lacks a requested scope.
 *
 * @cause The user connected the provider before the scope was needed, or did not grant it.
 * @fix Start `oauth.link` with the scope. `oauth.accessTokenOrLink` does this automatically.
 */
export class OAuthConnectionDoesNotHaveRequiredScope extends KnownError("OAuthConnectionDoesNotHaveRequiredScope", {
  code: "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE",
  status: 400,
  message:
    "This requires more access than your connection to this provider has. Connect it again and agree to the additional access."
}) {}

/**
 * Extra scopes need the project's own OAuth client, but this provider uses the platform's shared keys.
 *
 * @cause The program requests `scopes`, but the project has no OAuth client of its own for the provider.
 * @fix Enter your own client id and secret for the provider in the dashboard, or request no scopes.
 */
export class OAuthExtraScopeNotAvailableWithSharedOAuthKeys
  extends KnownError("OAuthExtraScopeNotAvailableWithSharedOAuthKeys", {
    code: "OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS",
    status: 400,
    message: "This provider uses shared OAuth keys, which cannot request extra scopes. Enter your own client id " +
      "and secret for it in the dashboard."
  })
{}

/**
 * Access tokens need the project's own OAuth client, but this provider uses the platform's shared keys.
 *
 * @cause The project has no OAuth client of its own for the provider.
 * @fix Enter your own client id and secret for the provider in the dashboard, and let users connect the provider again.
 */
export class OAuthAccessTokenNotAvailableWithSharedOAuthKeys
  extends KnownError("OAuthAccessTokenNotAvailableWithSharedOAuthKeys", {
    code: "OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS",
    status: 400,
    message: "This provider uses shared OAuth keys, which give no access tokens. Enter your own client id and " +
      "secret for it in the dashboard."
  })
{}

/**
 * The client id or the client secret of a request to the platform's OAuth server is wrong or missing. The client id is
 * the project id, with `#` and the branch if there is one; the client secret is a publishable client key. `clientId` is
 * `null` at the token endpoint.
 *
 * @cause Project id and publishable key belong to different projects or platforms.
 * @cause The publishable key was revoked or has expired.
 * @fix Compare `projectId`, `publishableClientKey` and `baseUrl` with the dashboard, or run `latchkey doctor`.
 */
export class InvalidOAuthClientIdOrSecret extends KnownError("InvalidOAuthClientIdOrSecret", {
  code: "INVALID_OAUTH_CLIENT_ID_OR_SECRET",
  status: 400,
  details: { clientId: Schema.NullOr(Schema.String) },
  message: ({ clientId }) =>
    `The ${named("OAuth client", clientId)} or its secret is not valid. ` +
    "The client id is the project id, the secret a publishable client key: check both in the configuration."
}) {}

/**
 * The request names a scope other than `legacy`, the only scope of the platform's OAuth server. The platform's message
 * contains the rejected scope.
 *
 * @cause A hand-written request has the provider's scopes in `scope`.
 * @fix Request the scope `legacy`, and put the provider's scopes into `provider_scope`. This package's flows do both.
 */
export class InvalidScope extends KnownError("InvalidScope", {
  code: "INVALID_SCOPE",
  status: 400,
  textOnly: true,
  message: "The sign-in requested a scope that the platform does not have. Request the scope \"legacy\"."
}) {}

/**
 * The user already has another account at this provider. No known revision sends this error.
 *
 * @cause The user tries to connect a second account at the same provider.
 * @fix Remove the first connection, then connect the other account.
 */
export class UserAlreadyConnectedToAnotherOAuthConnection
  extends KnownError("UserAlreadyConnectedToAnotherOAuthConnection", {
    code: "USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION",
    status: 409,
    message: "Your account is already connected to another account of this provider. Remove that connection first."
  })
{}

/**
 * More than 10 minutes passed between leaving for the provider and returning.
 *
 * @cause The user took too long at the provider, or returned to an old tab.
 * @fix Start the sign-in again.
 */
export class OuterOAuthTimeout extends KnownError("OuterOAuthTimeout", {
  code: "OUTER_OAUTH_TIMEOUT",
  status: 408,
  message: "The OAuth flow has timed out. Please sign in again."
}) {}

/**
 * The project does not offer this provider.
 *
 * @cause The provider is not configured, or is switched off, in the project's settings.
 * @cause The id is mistyped. Ids are lower case, such as `github`.
 * @fix Offer the providers that `project.get()` lists, or enable the provider in the dashboard.
 */
export class OAuthProviderNotFoundOrNotEnabled extends KnownError("OAuthProviderNotFoundOrNotEnabled", {
  code: "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED",
  status: 400,
  message: "This provider is not available here. Choose another way to sign in, or ask the owner of the app for it."
}) {}

/**
 * Another user signs in with this provider account. You can connect the account here only without allowing sign-in with
 * it.
 *
 * @cause The user has two accounts in the app.
 * @cause A script connects one provider account to several users.
 * @fix Use a different account at the provider, or connect this account without allowing sign-in with it.
 */
export class OAuthProviderAccountIdAlreadyUsedForSignIn
  extends KnownError("OAuthProviderAccountIdAlreadyUsedForSignIn", {
    code: "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN",
    status: 400,
    field: "accountId",
    message:
      "Another user already signs in with this provider account. Use another account, or connect this one without using it to sign in."
  })
{}

/**
 * The provider cannot use shared keys. No known revision sends this error.
 *
 * @cause The platform has no shared keys for this provider.
 * @fix Enter your own client id and secret for the provider.
 */
export class InvalidSharedOAuthProviderId extends KnownError("InvalidSharedOAuthProviderId", {
  code: "INVALID_SHARED_OAUTH_PROVIDER_ID",
  status: 400,
  details: { providerId: Schema.String },
  message: ({ providerId }) =>
    `There are no shared OAuth keys for the ${named("provider", providerId)}. ` +
    "Enter your own client id and secret for it."
}) {}

/**
 * The platform does not know the provider. No known revision sends this error.
 *
 * @cause The id is mistyped.
 * @fix Choose one of the providers in the dashboard.
 */
export class InvalidStandardOAuthProviderId extends KnownError("InvalidStandardOAuthProviderId", {
  code: "INVALID_STANDARD_OAUTH_PROVIDER_ID",
  status: 400,
  details: { providerId: Schema.String },
  message: ({ providerId }) =>
    `The platform does not know ${named(providerId ? "the provider" : "this provider", providerId)}. ` +
    "Choose one of those the dashboard offers."
}) {}

/**
 * The authorization code is unknown, used, or older than 5 minutes. Each code works once.
 *
 * @cause The callback page was loaded twice, or opened from the browser history.
 * @cause The code was issued for another project.
 * @fix Start the sign-in again.
 */
export class InvalidAuthorizationCode extends KnownError("InvalidAuthorizationCode", {
  code: "INVALID_AUTHORIZATION_CODE",
  status: 400,
  message: "This sign-in was already finished or took too long. Start it again."
}) {}

/**
 * The user cancelled at the provider, or closed its page. The error arrives as parameters of the error page, and is
 * part of normal use. In a native app, `oauth.signIn` and `oauth.link` fail with it if the browser session ends without
 * returning to the app.
 *
 * @cause The user chose "Cancel", or closed the browser of a native app.
 * @cause The provider requires an administrator's consent.
 * @fix Offer the sign-in methods again.
 */
export class OAuthProviderAccessDenied extends KnownError("OAuthProviderAccessDenied", {
  code: "OAUTH_PROVIDER_ACCESS_DENIED",
  status: 400,
  message: "The provider did not give access, so you are not signed in. Try again and agree, or choose another way."
}) {}

/**
 * The connected account has no usable access token; `details.details` has the reason. The platform declares this error
 * but never sends it: the platform's own SDK creates it.
 *
 * @cause The user revoked the access at the provider, or the token expired and could not be refreshed.
 * @fix Ask the user to connect the account again, with `oauth.link`.
 */
export class OAuthAccessTokenNotAvailable extends KnownError("OAuthAccessTokenNotAvailable", {
  code: "OAUTH_ACCESS_TOKEN_NOT_AVAILABLE",
  status: 400,
  details: { provider: Schema.String, details: Schema.String },
  message: ({ provider }) =>
    `The ${named("provider", provider)} no longer gives access to your account there. Connect the account again.`
}) {}

/**
 * Native sign-in with Apple needs the app's bundle id in the project's settings. Not in the 2025-08 release.
 *
 * @cause The Apple provider has no bundle id, or another app's bundle id.
 * @fix Add the bundle id to the Apple provider in the dashboard.
 */
export class AppleBundleIdNotConfigured extends KnownError("AppleBundleIdNotConfigured", {
  code: "APPLE_BUNDLE_ID_NOT_CONFIGURED",
  status: 400,
  message: "Sign-in with Apple is not set up for this app. Add its bundle id to the Apple provider in the dashboard."
}) {}

/**
 * Apple's identity token was rejected. Not in the 2025-08 release.
 *
 * @cause The token has expired.
 * @cause The token was issued for another app.
 * @fix Sign in with Apple again. Compare the bundle id in the project's settings with the app's.
 */
export class InvalidAppleCredentials extends KnownError("InvalidAppleCredentials", {
  code: "INVALID_APPLE_CREDENTIALS",
  status: 400,
  message: "Apple's confirmation of who you are could not be verified. Sign in with Apple again."
}) {}

/**
 * The provider could not be reached, so the sign-in failed. Not in the 2025-08 release.
 *
 * @cause The provider is down, limits requests, or responds too slowly.
 * @fix Try again in a few minutes, or offer another way to sign in.
 */
export class OAuthProviderTemporarilyUnavailable extends KnownError("OAuthProviderTemporarilyUnavailable", {
  code: "OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE",
  status: 503,
  message: "The provider cannot be reached at the moment. Try again in a few minutes, or choose another way to sign in."
}) {}

/**
 * The project doesn't accept tokens of this identity provider; `details.reason` names the missing setting. Not in
 * the 2026-04 revision.
 *
 * @cause The provider is switched off, or one of its required settings is missing.
 * @cause The token's authorized party isn't in the project's list.
 * @fix Complete the provider's settings in the dashboard, or offer another way to sign in.
 */
export class ExternalAuthProviderNotConfigured extends KnownError("ExternalAuthProviderNotConfigured", {
  code: "EXTERNAL_AUTH_PROVIDER_NOT_CONFIGURED",
  status: 400,
  details: {
    reason: openEnum("provider_disabled", "required_setting_missing", "invalid_authorized_party", "unknown")
  },
  message: "This way to sign in isn't set up here. Choose another one, or tell the owner of the app."
}) {}

/**
 * The token of another identity provider is invalid; `details.reason` has the reason, in the revisions that send it.
 * Not in the 2026-04 revision.
 *
 * @cause The token has expired.
 * @cause The token was issued to another application: its issuer, audience or authorized party doesn't match.
 * @fix Get a new token from the provider. Compare its issuer and audience with the project's settings.
 */
export class InvalidExternalAuthToken extends KnownError("InvalidExternalAuthToken", {
  code: "INVALID_EXTERNAL_AUTH_TOKEN",
  status: 401,
  details: {
    reason: openEnum(
      "malformed_token",
      "signature_mismatch",
      "expired",
      "issuer_mismatch",
      "audience_mismatch",
      "authorized_party_mismatch",
      "client_id_mismatch",
      "missing_claim",
      "unsupported_token_type",
      "unknown"
    )
  },
  message: ({ reason }) =>
    reason === "expired"
      ? "Your sign-in at the other service has expired. Sign in there again, then try again."
      : "Your sign-in at the other service was not accepted. Sign in there again, or choose another way."
}) {}
