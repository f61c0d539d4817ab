/** Signing in with and connecting to OAuth providers. docs/protocol.md §11. */
import * as Schema from "effect/Schema"
import { KnownError } from "../KnownError.ts"
import { named } from "./words.ts"

/**
 * The user has not connected this provider.
 *
 * @cause The person signs in another way, or removed the connection.
 * @fix Send the person through `oauth.link`, or treat it as no token. `oauth.accessTokenOrLink` does the first by
 *   itself.
 */
export class OAuthConnectionNotConnectedToUser extends KnownError("OAuthConnectionNotConnectedToUser", {
  code: "OAUTH_CONNECTION_NOT_CONNECTED_TO_USER",
  status: 400,
  message: "Your account is not connected to this provider. Connect it, then try again."
}) {}

/**
 * The provider's account is connected to another user of the project. Comes out of a connection attempt, mostly as
 * parameters of the error page.
 *
 * @cause The person has two accounts here, and connected it to the other.
 * @fix Sign in as the other user, or connect a different account of the provider.
 */
export class OAuthConnectionAlreadyConnectedToAnotherUser
  extends KnownError("OAuthConnectionAlreadyConnectedToAnotherUser", {
    code: "OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER",
    status: 409,
    message: "This provider account is connected to another user. Sign in as that user, or connect a different account."
  })
{}

/**
 * The connection lacks a scope that was asked for.
 *
 * @cause The person connected the provider before the scope was needed, or did not agree to it.
 * @fix Send the person through `oauth.link` with the scope. `oauth.accessTokenOrLink` does that by itself.
 */
export class OAuthConnectionDoesNotHaveRequiredScope extends KnownError("OAuthConnectionDoesNotHaveRequiredScope", {
  code: "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE",
  status: 400,
  message: "The connection to this provider does not cover this. Connect it again and agree to the wider access."
}) {}

/**
 * Extra scopes need the project's own OAuth client; this provider still runs on the platform's shared keys.
 *
 * @cause The program asks for `scopes`, and the project has no client of its own for the provider.
 * @fix Enter your own client id and secret for the provider in the dashboard, or ask for no scopes.
 */
export class OAuthExtraScopeNotAvailableWithSharedOAuthKeys
  extends KnownError("OAuthExtraScopeNotAvailableWithSharedOAuthKeys", {
    code: "OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS",
    status: 400,
    message: "This provider runs on shared OAuth keys, which cannot ask for extra scopes. Enter your own client id " +
      "and secret for it in the dashboard."
  })
{}

/**
 * Access tokens need the project's own OAuth client; this provider still runs on the platform's shared keys.
 *
 * @cause The project has no client of its own for the provider.
 * @fix Enter your own client id and secret for the provider in the dashboard, and have people connect it again.
 */
export class OAuthAccessTokenNotAvailableWithSharedOAuthKeys
  extends KnownError("OAuthAccessTokenNotAvailableWithSharedOAuthKeys", {
    code: "OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS",
    status: 400,
    message: "This provider runs on shared OAuth keys, which give no access tokens. Enter your own client id and " +
      "secret for it in the dashboard."
  })
{}

/**
 * To the platform's OAuth server the client id is the project id, with a branch after `#` where there is one, and the
 * client secret a publishable client key. One of them is wrong or missing. `clientId` is `null` where tokens are asked
 * for.
 *
 * @cause Project id and publishable key are of different projects or platforms.
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
 * The platform's OAuth server knows one scope, `legacy`, and was asked for another. Its own sentence says which.
 *
 * @cause The request was made by hand, with the scopes of the provider in `scope`.
 * @fix Ask for the scope `legacy`. Scopes of the provider go into `provider_scope`; the flows of this package do both.
 */
export class InvalidScope extends KnownError("InvalidScope", {
  code: "INVALID_SCOPE",
  status: 400,
  textOnly: true,
  message: "The sign-in asked for a scope the platform does not have. Ask for the scope \"legacy\"."
}) {}

/**
 * The user already has another account of this provider. The revisions known do not send it.
 *
 * @cause The person connects a second account of one provider.
 * @fix Remove the first connection, then connect the other.
 */
export class UserAlreadyConnectedToAnotherOAuthConnection
  extends KnownError("UserAlreadyConnectedToAnotherOAuthConnection", {
    code: "USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION",
    status: 409,
    message: "Your account is already connected to another account of this provider. Remove that connection first."
  })
{}

/**
 * More than 10 minutes passed between leaving for the provider and coming back.
 *
 * @cause The person took long at the provider, or came back to a tab of yesterday.
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
 * @cause The provider is not set up, or switched off, in the project's settings.
 * @cause The id is mistyped: it is in lower case, such as `github`.
 * @fix Offer the providers that `project.get()` lists, or switch it on in the dashboard.
 */
export class OAuthProviderNotFoundOrNotEnabled extends KnownError("OAuthProviderNotFoundOrNotEnabled", {
  code: "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED",
  status: 400,
  message: "This provider is not available here. Choose another way to sign in, or ask the owner of the app for it."
}) {}

/**
 * Another user signs in with this account of the provider. It can be attached here only without sign-in.
 *
 * @cause The person has two accounts here.
 * @cause A script attaches one account of the provider to several users.
 * @fix Use another account of the provider, or attach it without sign-in.
 */
export class OAuthProviderAccountIdAlreadyUsedForSignIn
  extends KnownError("OAuthProviderAccountIdAlreadyUsedForSignIn", {
    code: "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN",
    status: 400,
    field: "accountId",
    message: "Somebody already signs in with this provider account. Use another account, or attach it without sign-in."
  })
{}

/**
 * The provider cannot run on shared keys. The revisions known do not send it.
 *
 * @cause The platform has no shared keys for this provider.
 * @fix Enter your own client id and secret for it.
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
 * The provider is not one the platform knows. The revisions known do not send it.
 *
 * @cause The id is mistyped.
 * @fix Choose one of those the dashboard offers.
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
 * The authorization code is unknown, used, or older than 5 minutes. A code works once.
 *
 * @cause The callback page was loaded twice, or opened from the history.
 * @cause The code was issued for another project.
 * @fix Start the sign-in again.
 */
export class InvalidAuthorizationCode extends KnownError("InvalidAuthorizationCode", {
  code: "INVALID_AUTHORIZATION_CODE",
  status: 400,
  message: "This sign-in was already finished or took too long. Start it again."
}) {}

/**
 * The person refused at the provider, or closed its page. Arrives as parameters of the error page. Not a fault.
 *
 * @cause The person chose "Cancel".
 * @cause The provider needs the consent of an administrator.
 * @fix Offer the ways to sign in again.
 */
export class OAuthProviderAccessDenied extends KnownError("OAuthProviderAccessDenied", {
  code: "OAUTH_PROVIDER_ACCESS_DENIED",
  status: 400,
  message: "The provider did not give access, so you are not signed in. Try again and agree, or choose another way."
}) {}

/**
 * The connected account has no usable access token; `details.details` says why. The platform declares this error and
 * never sends it: its own SDK creates it.
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
 * Native sign-in with Apple needs the app's bundle id in the project's settings. Later than the 2025-08 release.
 *
 * @cause The Apple provider has no bundle id, or another app's.
 * @fix Add the bundle id to the Apple provider in the dashboard.
 */
export class AppleBundleIdNotConfigured extends KnownError("AppleBundleIdNotConfigured", {
  code: "APPLE_BUNDLE_ID_NOT_CONFIGURED",
  status: 400,
  message: "Sign-in with Apple is not set up for this app. Add its bundle id to the Apple provider in the dashboard."
}) {}

/**
 * Apple's identity token was refused. Later than the 2025-08 release.
 *
 * @cause The token has expired.
 * @cause The token is for another app.
 * @fix Sign in with Apple once more. Compare the bundle id in the project's settings with the app's.
 */
export class InvalidAppleCredentials extends KnownError("InvalidAppleCredentials", {
  code: "INVALID_APPLE_CREDENTIALS",
  status: 400,
  message: "Apple's confirmation of who you are could not be verified. Sign in with Apple once more."
}) {}

/**
 * The provider could not be reached; nobody was signed in. Later than the 2025-08 release.
 *
 * @cause The provider is down, refuses further requests, or takes too long.
 * @fix Try again in a few minutes, or offer another way to sign in.
 */
export class OAuthProviderTemporarilyUnavailable extends KnownError("OAuthProviderTemporarilyUnavailable", {
  code: "OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE",
  status: 503,
  message: "The provider cannot be reached at the moment. Try again in a few minutes, or choose another way to sign in."
}) {}
