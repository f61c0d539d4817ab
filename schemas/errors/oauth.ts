/** Signing in with and connecting to OAuth providers. docs/protocol.md §11. */
import * as Schema from "effect/Schema"
import { KnownError } from "../KnownError.ts"
import { named } from "./words.ts"

/** The user has not connected this provider. Send the person through the connection, or treat it as no token. */
export class OAuthConnectionNotConnectedToUser extends KnownError("OAuthConnectionNotConnectedToUser", {
  code: "OAUTH_CONNECTION_NOT_CONNECTED_TO_USER",
  status: 400,
  message: "Your account is not connected to this provider. Connect it, then try again."
}) {}

/**
 * The provider's account is connected to another user of the project. Comes out of a connection attempt, mostly as
 * parameters of the error page.
 */
export class OAuthConnectionAlreadyConnectedToAnotherUser
  extends KnownError("OAuthConnectionAlreadyConnectedToAnotherUser", {
    code: "OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER",
    status: 409,
    message: "This provider account is connected to another user. Sign in as that user, or connect a different account."
  })
{}

/** The connection lacks a scope that was asked for. Send the person through the connection again with the scope. */
export class OAuthConnectionDoesNotHaveRequiredScope extends KnownError("OAuthConnectionDoesNotHaveRequiredScope", {
  code: "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE",
  status: 400,
  message: "The connection to this provider does not cover this. Connect it again and agree to the wider access."
}) {}

/** Extra scopes need the project's own OAuth client; this provider still runs on the platform's shared keys. */
export class OAuthExtraScopeNotAvailableWithSharedOAuthKeys
  extends KnownError("OAuthExtraScopeNotAvailableWithSharedOAuthKeys", {
    code: "OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS",
    status: 400,
    message: "This provider runs on shared OAuth keys, which cannot ask for extra scopes. Enter your own client id " +
      "and secret for it in the dashboard."
  })
{}

/** Access tokens need the project's own OAuth client; this provider still runs on the platform's shared keys. */
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
 * client secret a publishable client key. One of them is wrong or missing.
 */
export class InvalidOAuthClientIdOrSecret extends KnownError("InvalidOAuthClientIdOrSecret", {
  code: "INVALID_OAUTH_CLIENT_ID_OR_SECRET",
  status: 400,
  details: { clientId: Schema.NullOr(Schema.String) },
  message: ({ clientId }) =>
    `The ${named("OAuth client", clientId)} or its secret is not valid. ` +
    "The client id is the project id, the secret a publishable client key: check both in the configuration."
}) {}

/** The platform's OAuth server knows one scope, `legacy`, and was asked for another. Its own sentence says which. */
export class InvalidScope extends KnownError("InvalidScope", {
  code: "INVALID_SCOPE",
  status: 400,
  textOnly: true,
  message: "The sign-in asked for a scope the platform does not have. Ask for the scope \"legacy\"."
}) {}

/** The user already has another account of this provider. The revisions known do not send it. */
export class UserAlreadyConnectedToAnotherOAuthConnection
  extends KnownError("UserAlreadyConnectedToAnotherOAuthConnection", {
    code: "USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION",
    status: 409,
    message: "Your account is already connected to another account of this provider. Remove that connection first."
  })
{}

/** More than 10 minutes passed between leaving for the provider and coming back. Start the sign-in again. */
export class OuterOAuthTimeout extends KnownError("OuterOAuthTimeout", {
  code: "OUTER_OAUTH_TIMEOUT",
  status: 408,
  message: "The OAuth flow has timed out. Please sign in again."
}) {}

/** The project does not offer this provider: unknown, not set up, or switched off. */
export class OAuthProviderNotFoundOrNotEnabled extends KnownError("OAuthProviderNotFoundOrNotEnabled", {
  code: "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED",
  status: 400,
  message: "This provider is not available here. Choose another way to sign in, or ask the owner of the app for it."
}) {}

/** Another user signs in with this account of the provider. It can be attached here only without sign-in. */
export class OAuthProviderAccountIdAlreadyUsedForSignIn
  extends KnownError("OAuthProviderAccountIdAlreadyUsedForSignIn", {
    code: "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN",
    status: 400,
    field: "accountId",
    message: "Somebody already signs in with this provider account. Use another account, or attach it without sign-in."
  })
{}

/** The provider cannot run on shared keys. The revisions known do not send it. */
export class InvalidSharedOAuthProviderId extends KnownError("InvalidSharedOAuthProviderId", {
  code: "INVALID_SHARED_OAUTH_PROVIDER_ID",
  status: 400,
  details: { providerId: Schema.String },
  message: ({ providerId }) =>
    `There are no shared OAuth keys for the ${named("provider", providerId)}. ` +
    "Enter your own client id and secret for it."
}) {}

/** The provider is not one the platform knows. The revisions known do not send it. */
export class InvalidStandardOAuthProviderId extends KnownError("InvalidStandardOAuthProviderId", {
  code: "INVALID_STANDARD_OAUTH_PROVIDER_ID",
  status: 400,
  details: { providerId: Schema.String },
  message: ({ providerId }) =>
    `The platform does not know ${named(providerId ? "the provider" : "this provider", providerId)}. ` +
    "Choose one of those the dashboard offers."
}) {}

/** The authorization code is unknown, used, or older than 5 minutes. Start the sign-in again; a code works once. */
export class InvalidAuthorizationCode extends KnownError("InvalidAuthorizationCode", {
  code: "INVALID_AUTHORIZATION_CODE",
  status: 400,
  message: "This sign-in was already finished or took too long. Start it again."
}) {}

/**
 * The person refused at the provider, or closed its page. Arrives as parameters of the error page. Not a fault: offer
 * the ways to sign in again.
 */
export class OAuthProviderAccessDenied extends KnownError("OAuthProviderAccessDenied", {
  code: "OAUTH_PROVIDER_ACCESS_DENIED",
  status: 400,
  message: "The provider did not give access, so you are not signed in. Try again and agree, or choose another way."
}) {}

/**
 * A connected account has no access token to give; `details.details` says why. Declared by the platform, never sent:
 * client code raises it. Connecting the account again mostly helps.
 */
export class OAuthAccessTokenNotAvailable extends KnownError("OAuthAccessTokenNotAvailable", {
  code: "OAUTH_ACCESS_TOKEN_NOT_AVAILABLE",
  status: 400,
  details: { provider: Schema.String, details: Schema.String },
  message: ({ provider }) =>
    `The ${named("provider", provider)} gave no access to your account there. Connect the account again.`
}) {}

/** Native sign-in with Apple needs the app's bundle id in the project's settings. Later than the 2025-08 release. */
export class AppleBundleIdNotConfigured extends KnownError("AppleBundleIdNotConfigured", {
  code: "APPLE_BUNDLE_ID_NOT_CONFIGURED",
  status: 400,
  message: "Sign-in with Apple is not set up for this app. Add its bundle id to the Apple provider in the dashboard."
}) {}

/** Apple's identity token was refused: expired, or for another app. Later than the 2025-08 release. */
export class InvalidAppleCredentials extends KnownError("InvalidAppleCredentials", {
  code: "INVALID_APPLE_CREDENTIALS",
  status: 400,
  message: "Apple's confirmation of who you are could not be verified. Sign in with Apple once more."
}) {}

/** The provider could not be reached; nobody was signed in. Try again later. Later than the 2025-08 release. */
export class OAuthProviderTemporarilyUnavailable extends KnownError("OAuthProviderTemporarilyUnavailable", {
  code: "OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE",
  status: 503,
  message: "The provider cannot be reached at the moment. Try again in a few minutes, or choose another way to sign in."
}) {}
