/** What the types of calls promise: every error that can come, and nothing else; and who may call. */
import type * as Effect from "effect/Effect"
import { expectTypeOf, test } from "vitest"
import type {
  AdminAccess,
  AiChat,
  Analytics,
  AnalyticsNotEnabled,
  AnalyticsQueryError,
  AnalyticsQueryTimeout,
  Anonymous,
  AnonymousAccountsNotEnabled,
  ApiKeyExpired,
  ApiKeyNotFound,
  ApiKeyRevoked,
  BotChallengeFailed,
  CallError,
  CannotGetOwnUserWithoutUser,
  Cli,
  ClientAccess,
  ConnectedAccounts,
  ContactChannelAlreadyUsedForAuthBySomeoneElse,
  ContactChannels,
  ContainedPermissionNotFound,
  CredentialScanning,
  EmailDrafts,
  EmailNotEditable,
  EmailOutbox,
  EmailRenderingError,
  Emails,
  EmailTemplates,
  EmailThemes,
  ExpectedInternalProject,
  FeatureRequests,
  InternalApiKeys,
  InternalProjects,
  InvalidPollingCodeError,
  InvalidScope,
  InvalidSharedOAuthProviderId,
  InvalidStandardOAuthProviderId,
  InvalidTotpCode,
  ItemNotFound,
  ItemQuantityInsufficientAmount,
  ManagedOnboarding,
  Mfa,
  MultiFactorAuthenticationRequired,
  NotificationPreferences,
  OAuth,
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
  OAuthConnectionAlreadyConnectedToAnotherUser,
  OAuthConnectionDoesNotHaveRequiredScope,
  OAuthConnectionNotConnectedToUser,
  OAuthProviderAccessDenied,
  OAuthProviderAccountIdAlreadyUsedForSignIn,
  OAuthProviderNotFoundOrNotEnabled,
  OAuthProviders,
  OAuthProviderTemporarilyUnavailable,
  Onboarding,
  Otp,
  OuterOAuthTimeout,
  Passkey,
  PasskeyAuthenticationFailed,
  PasskeyAuthenticationNotEnabled,
  Password,
  PasswordAuthenticationNotEnabled,
  PasswordTooLong,
  PasswordTooShort,
  Payments,
  PermissionIdAlreadyExists,
  PermissionNotFound,
  PermissionScopeMismatch,
  Platform,
  ProjectConfiguration,
  ProjectMetrics,
  ProjectPermissionDefinitions,
  ProjectPermissions,
  Projects,
  PublicApiKeyCannotBeRevoked,
  RedirectUrlNotWhitelisted,
  RequiresCustomEmailServer,
  SentEmails,
  ServerAccess,
  SessionReplays,
  Sessions,
  SignUpNotEnabled,
  SignUpRejected,
  SignUpRules,
  StripeAccountInfoNotFound,
  TeamApiKeys,
  TeamInvitationEmailMismatch,
  TeamInvitationRestrictedUserNotAllowed,
  TeamInvitations,
  TeamMemberProfiles,
  TeamMembershipAlreadyExists,
  TeamMembershipNotFound,
  TeamMemberships,
  TeamNotFound,
  TeamPermissionDefinitions,
  TeamPermissionRequired,
  TeamPermissions,
  Teams,
  UserAlreadyConnectedToAnotherOAuthConnection,
  UserApiKeys,
  UserAuthenticationRequired,
  UserIdDoesNotExist,
  UserNotFound,
  Users,
  UserWithEmailAlreadyExists,
  VerificationCodeAlreadyUsed,
  VerificationCodeExpired,
  VerificationCodeMaxAttemptsReached,
  VerificationCodeNotFound,
  Webhooks,
  WrongApiKeyType
} from "../../schemas/index.ts"

type Errors<Call extends (...input: never) => Effect.Effect<unknown, unknown, unknown>> = Effect.Error<ReturnType<Call>>
type Access<Call extends (...input: never) => Effect.Effect<unknown, unknown, unknown>> = Effect.Services<
  ReturnType<Call>
>

test("AiChat.list fails with exactly its errors, and asks for the admin level", () => {
  expectTypeOf<Errors<typeof AiChat.list>>().toEqualTypeOf<
    CallError
  >()
  expectTypeOf<Access<typeof AiChat.list>>().toEqualTypeOf<AdminAccess>()
})

test("Analytics.query fails with exactly its errors, and asks for the admin level", () => {
  expectTypeOf<Errors<typeof Analytics.query>>().toEqualTypeOf<
    | AnalyticsQueryTimeout
    | AnalyticsQueryError
    | AnalyticsNotEnabled
    | CallError
  >()
  expectTypeOf<Access<typeof Analytics.query>>().toEqualTypeOf<AdminAccess>()
})

test("Anonymous.signUp fails with exactly its errors, and asks for the client level", () => {
  expectTypeOf<Errors<typeof Anonymous.signUp>>().toEqualTypeOf<
    PermissionNotFound | AnonymousAccountsNotEnabled | CallError
  >()
  expectTypeOf<Access<typeof Anonymous.signUp>>().toEqualTypeOf<ClientAccess>()
})

test("Cli.poll fails with exactly its errors, and asks for the client level", () => {
  expectTypeOf<Errors<typeof Cli.poll>>().toEqualTypeOf<
    | InvalidPollingCodeError
    | CallError
  >()
  expectTypeOf<Access<typeof Cli.poll>>().toEqualTypeOf<ClientAccess>()
})

test("ConnectedAccounts.createAccessToken fails with exactly its errors, and asks for the client level", () => {
  expectTypeOf<Errors<typeof ConnectedAccounts.createAccessToken>>().toEqualTypeOf<
    | CannotGetOwnUserWithoutUser
    | OAuthProviderNotFoundOrNotEnabled
    | OAuthAccessTokenNotAvailableWithSharedOAuthKeys
    | OAuthConnectionNotConnectedToUser
    | OAuthConnectionDoesNotHaveRequiredScope
    | CallError
  >()
  expectTypeOf<Access<typeof ConnectedAccounts.createAccessToken>>().toEqualTypeOf<ClientAccess>()
})

test("ContactChannels.checkCode fails with exactly its errors, and asks for the client level", () => {
  expectTypeOf<Errors<typeof ContactChannels.checkCode>>().toEqualTypeOf<
    | VerificationCodeNotFound
    | VerificationCodeExpired
    | VerificationCodeAlreadyUsed
    | VerificationCodeMaxAttemptsReached
    | CallError
  >()
  expectTypeOf<Access<typeof ContactChannels.checkCode>>().toEqualTypeOf<ClientAccess>()
})

test("CredentialScanning.revoke fails with exactly its errors, and asks for the client level", () => {
  expectTypeOf<Errors<typeof CredentialScanning.revoke>>().toEqualTypeOf<
    | ApiKeyNotFound
    | ApiKeyExpired
    | PublicApiKeyCannotBeRevoked
    | CallError
  >()
  expectTypeOf<Access<typeof CredentialScanning.revoke>>().toEqualTypeOf<ClientAccess>()
})

test("EmailDrafts.create fails with exactly its errors, and asks for the admin level", () => {
  expectTypeOf<Errors<typeof EmailDrafts.create>>().toEqualTypeOf<
    CallError
  >()
  expectTypeOf<Access<typeof EmailDrafts.create>>().toEqualTypeOf<AdminAccess>()
})

test("EmailOutbox.update fails with exactly its errors, and asks for the server level", () => {
  expectTypeOf<Errors<typeof EmailOutbox.update>>().toEqualTypeOf<
    | EmailNotEditable
    | CallError
  >()
  expectTypeOf<Access<typeof EmailOutbox.update>>().toEqualTypeOf<ServerAccess>()
})

test("Emails.send fails with exactly its errors, and asks for the server level", () => {
  expectTypeOf<Errors<typeof Emails.send>>().toEqualTypeOf<
    | RequiresCustomEmailServer
    | UserIdDoesNotExist
    | CallError
  >()
  expectTypeOf<Access<typeof Emails.send>>().toEqualTypeOf<ServerAccess>()
})

test("EmailTemplates.update fails with exactly its errors, and asks for the admin level", () => {
  expectTypeOf<Errors<typeof EmailTemplates.update>>().toEqualTypeOf<
    | RequiresCustomEmailServer
    | EmailRenderingError
    | CallError
  >()
  expectTypeOf<Access<typeof EmailTemplates.update>>().toEqualTypeOf<AdminAccess>()
})

test("EmailThemes.update fails with exactly its errors, and asks for the admin level", () => {
  expectTypeOf<Errors<typeof EmailThemes.update>>().toEqualTypeOf<
    | EmailRenderingError
    | CallError
  >()
  expectTypeOf<Access<typeof EmailThemes.update>>().toEqualTypeOf<AdminAccess>()
})

test("FeatureRequests.create fails with exactly its errors, and asks for the client level", () => {
  expectTypeOf<Errors<typeof FeatureRequests.create>>().toEqualTypeOf<
    CallError
  >()
  expectTypeOf<Access<typeof FeatureRequests.create>>().toEqualTypeOf<ClientAccess>()
})

test("InternalApiKeys.get fails with exactly its errors, and asks for the admin level", () => {
  expectTypeOf<Errors<typeof InternalApiKeys.get>>().toEqualTypeOf<
    | ApiKeyNotFound
    | CallError
  >()
  expectTypeOf<Access<typeof InternalApiKeys.get>>().toEqualTypeOf<AdminAccess>()
})

test("InternalProjects.create fails with exactly its errors, and asks for the client level", () => {
  expectTypeOf<Errors<typeof InternalProjects.create>>().toEqualTypeOf<
    | UserAuthenticationRequired
    | ExpectedInternalProject
    | TeamMembershipNotFound
    | UserNotFound
    | InvalidSharedOAuthProviderId
    | InvalidStandardOAuthProviderId
    | CallError
  >()
  expectTypeOf<Access<typeof InternalProjects.create>>().toEqualTypeOf<ClientAccess>()
})

test("ManagedOnboarding.apply fails with exactly its errors, and asks for the admin level", () => {
  expectTypeOf<Errors<typeof ManagedOnboarding.apply>>().toEqualTypeOf<
    CallError
  >()
  expectTypeOf<Access<typeof ManagedOnboarding.apply>>().toEqualTypeOf<AdminAccess>()
})

test("ProjectMetrics.get fails with exactly its errors, and asks for the admin level", () => {
  expectTypeOf<Errors<typeof ProjectMetrics.get>>().toEqualTypeOf<
    CallError
  >()
  expectTypeOf<Access<typeof ProjectMetrics.get>>().toEqualTypeOf<AdminAccess>()
})

test("Mfa.signIn fails with exactly its errors, and asks for the client level", () => {
  expectTypeOf<Errors<typeof Mfa.signIn>>().toEqualTypeOf<
    | VerificationCodeNotFound
    | VerificationCodeExpired
    | VerificationCodeAlreadyUsed
    | VerificationCodeMaxAttemptsReached
    | InvalidTotpCode
    | CallError
  >()
  expectTypeOf<Access<typeof Mfa.signIn>>().toEqualTypeOf<ClientAccess>()
})

test("NotificationPreferences.list fails with exactly its errors, and asks for the client level", () => {
  expectTypeOf<Errors<typeof NotificationPreferences.list>>().toEqualTypeOf<
    | CannotGetOwnUserWithoutUser
    | UserAuthenticationRequired
    | UserNotFound
    | CallError
  >()
  expectTypeOf<Access<typeof NotificationPreferences.list>>().toEqualTypeOf<ClientAccess>()
})

test("OAuth.callback fails with exactly its errors, and asks for the client level", () => {
  expectTypeOf<Errors<typeof OAuth.callback>>().toEqualTypeOf<
    | OuterOAuthTimeout
    | OAuthProviderNotFoundOrNotEnabled
    | OAuthProviderAccessDenied
    | OAuthConnectionAlreadyConnectedToAnotherUser
    | ContactChannelAlreadyUsedForAuthBySomeoneElse
    | SignUpNotEnabled
    | PermissionNotFound
    | RedirectUrlNotWhitelisted
    | InvalidScope
    | SignUpRejected
    | BotChallengeFailed
    | OAuthProviderTemporarilyUnavailable
    | UserAlreadyConnectedToAnotherOAuthConnection
    | CallError
  >()
  expectTypeOf<Access<typeof OAuth.callback>>().toEqualTypeOf<ClientAccess>()
})

test("OAuthProviders.create fails with exactly its errors, and asks for the server level", () => {
  expectTypeOf<Errors<typeof OAuthProviders.create>>().toEqualTypeOf<
    | CannotGetOwnUserWithoutUser
    | UserNotFound
    | OAuthProviderAccountIdAlreadyUsedForSignIn
    | CallError
  >()
  expectTypeOf<Access<typeof OAuthProviders.create>>().toEqualTypeOf<ServerAccess>()
})

test("Onboarding.previewAffectedUsers fails with exactly its errors, and asks for the admin level", () => {
  expectTypeOf<Errors<typeof Onboarding.previewAffectedUsers>>().toEqualTypeOf<
    CallError
  >()
  expectTypeOf<Access<typeof Onboarding.previewAffectedUsers>>().toEqualTypeOf<AdminAccess>()
})

test("Otp.signIn fails with exactly its errors, and asks for the client level", () => {
  expectTypeOf<Errors<typeof Otp.signIn>>().toEqualTypeOf<
    | VerificationCodeNotFound
    | VerificationCodeExpired
    | VerificationCodeAlreadyUsed
    | VerificationCodeMaxAttemptsReached
    | MultiFactorAuthenticationRequired
    | UserWithEmailAlreadyExists
    | SignUpNotEnabled
    | PermissionNotFound
    | SignUpRejected
    | BotChallengeFailed
    | CallError
  >()
  expectTypeOf<Access<typeof Otp.signIn>>().toEqualTypeOf<ClientAccess>()
})

test("Passkey.signIn fails with exactly its errors, and asks for the client level", () => {
  expectTypeOf<Errors<typeof Passkey.signIn>>().toEqualTypeOf<
    | VerificationCodeNotFound
    | VerificationCodeExpired
    | VerificationCodeAlreadyUsed
    | VerificationCodeMaxAttemptsReached
    | PasskeyAuthenticationNotEnabled
    | PasskeyAuthenticationFailed
    | MultiFactorAuthenticationRequired
    | CallError
  >()
  expectTypeOf<Access<typeof Passkey.signIn>>().toEqualTypeOf<ClientAccess>()
})

test("Password.reset fails with exactly its errors, and asks for the client level", () => {
  expectTypeOf<Errors<typeof Password.reset>>().toEqualTypeOf<
    | VerificationCodeNotFound
    | VerificationCodeExpired
    | VerificationCodeAlreadyUsed
    | VerificationCodeMaxAttemptsReached
    | PasswordAuthenticationNotEnabled
    | PasswordTooShort
    | PasswordTooLong
    | CallError
  >()
  expectTypeOf<Access<typeof Password.reset>>().toEqualTypeOf<ClientAccess>()
})

test("Payments.getAccountInfo fails with exactly its errors, and asks for the admin level", () => {
  expectTypeOf<Errors<typeof Payments.getAccountInfo>>().toEqualTypeOf<
    | StripeAccountInfoNotFound
    | CallError
  >()
  expectTypeOf<Access<typeof Payments.getAccountInfo>>().toEqualTypeOf<AdminAccess>()
})

test("Platform.checkFeatureSupport fails with exactly its errors, and asks for the client level", () => {
  expectTypeOf<Errors<typeof Platform.checkFeatureSupport>>().toEqualTypeOf<
    CallError
  >()
  expectTypeOf<Access<typeof Platform.checkFeatureSupport>>().toEqualTypeOf<ClientAccess>()
})

test("ProjectConfiguration.get fails with exactly its errors, and asks for the admin level", () => {
  expectTypeOf<Errors<typeof ProjectConfiguration.get>>().toEqualTypeOf<
    CallError
  >()
  expectTypeOf<Access<typeof ProjectConfiguration.get>>().toEqualTypeOf<AdminAccess>()
})

test("ProjectPermissionDefinitions.update fails with exactly its errors, and asks for the admin level", () => {
  expectTypeOf<Errors<typeof ProjectPermissionDefinitions.update>>().toEqualTypeOf<
    | PermissionNotFound
    | PermissionIdAlreadyExists
    | ContainedPermissionNotFound
    | CallError
  >()
  expectTypeOf<Access<typeof ProjectPermissionDefinitions.update>>().toEqualTypeOf<AdminAccess>()
})

test("ProjectPermissions.grant fails with exactly its errors, and asks for the server level", () => {
  expectTypeOf<Errors<typeof ProjectPermissions.grant>>().toEqualTypeOf<
    | CannotGetOwnUserWithoutUser
    | UserNotFound
    | PermissionNotFound
    | PermissionScopeMismatch
    | CallError
  >()
  expectTypeOf<Access<typeof ProjectPermissions.grant>>().toEqualTypeOf<ServerAccess>()
})

test("Projects.getCurrent fails with exactly its errors, and asks for the client level", () => {
  expectTypeOf<Errors<typeof Projects.getCurrent>>().toEqualTypeOf<
    CallError
  >()
  expectTypeOf<Access<typeof Projects.getCurrent>>().toEqualTypeOf<ClientAccess>()
})

test("SentEmails.list fails with exactly its errors, and asks for the admin level", () => {
  expectTypeOf<Errors<typeof SentEmails.list>>().toEqualTypeOf<
    CallError
  >()
  expectTypeOf<Access<typeof SentEmails.list>>().toEqualTypeOf<AdminAccess>()
})

test("SessionReplays.list fails with exactly its errors, and asks for the admin level", () => {
  expectTypeOf<Errors<typeof SessionReplays.list>>().toEqualTypeOf<
    | ItemNotFound
    | CallError
  >()
  expectTypeOf<Access<typeof SessionReplays.list>>().toEqualTypeOf<AdminAccess>()
})

test("Sessions.create fails with exactly its errors, and asks for the server level", () => {
  expectTypeOf<Errors<typeof Sessions.create>>().toEqualTypeOf<
    | UserIdDoesNotExist
    | CannotGetOwnUserWithoutUser
    | CallError
  >()
  expectTypeOf<Access<typeof Sessions.create>>().toEqualTypeOf<ServerAccess>()
})

test("SignUpRules.getStats fails with exactly its errors, and asks for the admin level", () => {
  expectTypeOf<Errors<typeof SignUpRules.getStats>>().toEqualTypeOf<
    CallError
  >()
  expectTypeOf<Access<typeof SignUpRules.getStats>>().toEqualTypeOf<AdminAccess>()
})

test("TeamApiKeys.check fails with exactly its errors, and asks for the server level", () => {
  expectTypeOf<Errors<typeof TeamApiKeys.check>>().toEqualTypeOf<
    | ApiKeyNotFound
    | WrongApiKeyType
    | ApiKeyRevoked
    | ApiKeyExpired
    | CallError
  >()
  expectTypeOf<Access<typeof TeamApiKeys.check>>().toEqualTypeOf<ServerAccess>()
})

test("TeamInvitations.accept fails with exactly its errors, and asks for the client level", () => {
  expectTypeOf<Errors<typeof TeamInvitations.accept>>().toEqualTypeOf<
    | VerificationCodeNotFound
    | VerificationCodeExpired
    | VerificationCodeAlreadyUsed
    | VerificationCodeMaxAttemptsReached
    | UserAuthenticationRequired
    | TeamInvitationEmailMismatch
    | TeamInvitationRestrictedUserNotAllowed
    | PermissionNotFound
    | ItemNotFound
    | ItemQuantityInsufficientAmount
    | CallError
  >()
  expectTypeOf<Access<typeof TeamInvitations.accept>>().toEqualTypeOf<ClientAccess>()
})

test("TeamMemberProfiles.list fails with exactly its errors, and asks for the client level", () => {
  expectTypeOf<Errors<typeof TeamMemberProfiles.list>>().toEqualTypeOf<
    | CannotGetOwnUserWithoutUser
    | TeamMembershipNotFound
    | TeamPermissionRequired
    | TeamNotFound
    | UserNotFound
    | CallError
  >()
  expectTypeOf<Access<typeof TeamMemberProfiles.list>>().toEqualTypeOf<ClientAccess>()
})

test("TeamMemberships.create fails with exactly its errors, and asks for the server level", () => {
  expectTypeOf<Errors<typeof TeamMemberships.create>>().toEqualTypeOf<
    | CannotGetOwnUserWithoutUser
    | UserNotFound
    | TeamNotFound
    | TeamMembershipAlreadyExists
    | PermissionNotFound
    | CallError
  >()
  expectTypeOf<Access<typeof TeamMemberships.create>>().toEqualTypeOf<ServerAccess>()
})

test("TeamPermissionDefinitions.update fails with exactly its errors, and asks for the admin level", () => {
  expectTypeOf<Errors<typeof TeamPermissionDefinitions.update>>().toEqualTypeOf<
    | PermissionNotFound
    | PermissionIdAlreadyExists
    | ContainedPermissionNotFound
    | CallError
  >()
  expectTypeOf<Access<typeof TeamPermissionDefinitions.update>>().toEqualTypeOf<AdminAccess>()
})

test("TeamPermissions.grant fails with exactly its errors, and asks for the server level", () => {
  expectTypeOf<Errors<typeof TeamPermissions.grant>>().toEqualTypeOf<
    | CannotGetOwnUserWithoutUser
    | UserNotFound
    | TeamMembershipNotFound
    | PermissionNotFound
    | PermissionScopeMismatch
    | CallError
  >()
  expectTypeOf<Access<typeof TeamPermissions.grant>>().toEqualTypeOf<ServerAccess>()
})

test("Teams.delete fails with exactly its errors, and asks for the client level", () => {
  expectTypeOf<Errors<typeof Teams.delete>>().toEqualTypeOf<
    | UserAuthenticationRequired
    | TeamPermissionRequired
    | TeamMembershipNotFound
    | TeamNotFound
    | CallError
  >()
  expectTypeOf<Access<typeof Teams.delete>>().toEqualTypeOf<ClientAccess>()
})

test("UserApiKeys.check fails with exactly its errors, and asks for the server level", () => {
  expectTypeOf<Errors<typeof UserApiKeys.check>>().toEqualTypeOf<
    | ApiKeyNotFound
    | WrongApiKeyType
    | ApiKeyRevoked
    | ApiKeyExpired
    | CallError
  >()
  expectTypeOf<Access<typeof UserApiKeys.check>>().toEqualTypeOf<ServerAccess>()
})

test("Users.update fails with exactly its errors, and asks for the server level", () => {
  expectTypeOf<Errors<typeof Users.update>>().toEqualTypeOf<
    | UserNotFound
    | CannotGetOwnUserWithoutUser
    | TeamMembershipNotFound
    | UserWithEmailAlreadyExists
    | PasswordTooLong
    | CallError
  >()
  expectTypeOf<Access<typeof Users.update>>().toEqualTypeOf<ServerAccess>()
})

test("Webhooks.createPortalToken fails with exactly its errors, and asks for the admin level", () => {
  expectTypeOf<Errors<typeof Webhooks.createPortalToken>>().toEqualTypeOf<
    CallError
  >()
  expectTypeOf<Access<typeof Webhooks.createPortalToken>>().toEqualTypeOf<AdminAccess>()
})
