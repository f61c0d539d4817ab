/** Each endpoint with its level and errors. `vitest run test/schemas/catalogue.test.ts -u` writes this file. */
export interface Contract {
  "aiChat.send": ["admin"]
  "aiChat.save": ["admin"]
  "aiChat.list": ["admin"]
  "aiChat.query": ["client"]
  "analytics.sendEvents": ["client", "AnalyticsNotEnabled", "UserAuthenticationRequired"]
  "analytics.query": ["admin", "AnalyticsQueryTimeout", "AnalyticsQueryError", "AnalyticsNotEnabled"]
  "anonymous.signUp": ["client", "PermissionNotFound", "AnonymousAccountsNotEnabled"]
  "cli.create": ["client"]
  "cli.poll": ["client", "InvalidPollingCodeError"]
  "cli.complete": ["client"]
  "cli.check": ["client"]
  "cli.claimAnonymousSession": ["client"]
  "connectedAccounts.createAccessToken": [
    "client",
    "CannotGetOwnUserWithoutUser",
    "OAuthProviderNotFoundOrNotEnabled",
    "OAuthAccessTokenNotAvailableWithSharedOAuthKeys",
    "OAuthConnectionNotConnectedToUser",
    "OAuthConnectionDoesNotHaveRequiredScope"
  ]
  "connectedAccounts.createAccountAccessToken": [
    "client",
    "CannotGetOwnUserWithoutUser",
    "OAuthProviderNotFoundOrNotEnabled",
    "OAuthAccessTokenNotAvailableWithSharedOAuthKeys",
    "OAuthConnectionNotConnectedToUser",
    "OAuthConnectionDoesNotHaveRequiredScope"
  ]
  "connectedAccounts.list": ["client", "CannotGetOwnUserWithoutUser", "UserNotFound"]
  "contactChannels.list": ["client", "CannotGetOwnUserWithoutUser"]
  "contactChannels.get": ["client", "CannotGetOwnUserWithoutUser"]
  "contactChannels.create": ["client", "CannotGetOwnUserWithoutUser", "ContactChannelAlreadyUsedForAuthBySomeoneElse"]
  "contactChannels.createForUser": [
    "server",
    "CannotGetOwnUserWithoutUser",
    "ContactChannelAlreadyUsedForAuthBySomeoneElse"
  ]
  "contactChannels.update": ["client", "CannotGetOwnUserWithoutUser", "ContactChannelAlreadyUsedForAuthBySomeoneElse"]
  "contactChannels.updateAny": [
    "server",
    "CannotGetOwnUserWithoutUser",
    "ContactChannelAlreadyUsedForAuthBySomeoneElse"
  ]
  "contactChannels.delete": ["client", "CannotGetOwnUserWithoutUser"]
  "contactChannels.sendVerificationCode": [
    "client",
    "CannotGetOwnUserWithoutUser",
    "UserIdDoesNotExist",
    "EmailAlreadyVerified",
    "RedirectUrlNotWhitelisted"
  ]
  "contactChannels.sendPrimaryVerificationCode": [
    "client",
    "EmailIsNotPrimaryEmail",
    "EmailAlreadyVerified",
    "RedirectUrlNotWhitelisted"
  ]
  "contactChannels.verify": [
    "client",
    "VerificationCodeNotFound",
    "VerificationCodeExpired",
    "VerificationCodeAlreadyUsed",
    "VerificationCodeMaxAttemptsReached"
  ]
  "contactChannels.checkCode": [
    "client",
    "VerificationCodeNotFound",
    "VerificationCodeExpired",
    "VerificationCodeAlreadyUsed",
    "VerificationCodeMaxAttemptsReached"
  ]
  "credentialScanning.revoke": ["client", "ApiKeyNotFound", "ApiKeyExpired", "PublicApiKeyCannotBeRevoked"]
  "emailDrafts.list": ["admin"]
  "emailDrafts.create": ["admin"]
  "emailDrafts.get": ["admin"]
  "emailDrafts.update": ["admin"]
  "emailDrafts.delete": ["admin"]
  "emailOutbox.list": ["server"]
  "emailOutbox.get": ["server"]
  "emailOutbox.update": ["server", "EmailNotEditable"]
  "emails.send": ["server", "RequiresCustomEmailServer", "UserIdDoesNotExist"]
  "emails.sendSignInInvitation": ["server", "RedirectUrlNotWhitelisted"]
  "emails.sendTest": ["admin"]
  "emails.render": ["admin", "EmailRenderingError"]
  "emails.getDeliveryInfo": ["server"]
  "emails.boostCapacity": ["server", "EmailCapacityBoostAlreadyActive"]
  "emailTemplates.list": ["admin"]
  "emailTemplates.create": ["admin", "RequiresCustomEmailServer", "EmailTemplateAlreadyExists"]
  "emailTemplates.update": ["admin", "RequiresCustomEmailServer", "EmailRenderingError"]
  "emailTemplates.delete": ["admin", "RequiresCustomEmailServer"]
  "emailTemplates.rewriteSource": ["admin", "TemplateSourceRewriteError"]
  "emailThemes.list": ["admin"]
  "emailThemes.create": ["admin"]
  "emailThemes.get": ["admin"]
  "emailThemes.update": ["admin", "EmailRenderingError"]
  "emailThemes.delete": ["admin"]
  "featureRequests.list": ["client"]
  "featureRequests.create": ["client"]
  "featureRequests.upvote": ["client"]
  "internalApiKeys.list": ["admin"]
  "internalApiKeys.create": ["admin"]
  "internalApiKeys.get": ["admin", "ApiKeyNotFound"]
  "internalApiKeys.update": ["admin", "ApiKeyNotFound"]
  "internalProjects.list": ["client", "UserAuthenticationRequired", "ExpectedInternalProject"]
  "internalProjects.create": [
    "client",
    "UserAuthenticationRequired",
    "ExpectedInternalProject",
    "TeamMembershipNotFound",
    "UserNotFound",
    "InvalidSharedOAuthProviderId",
    "InvalidStandardOAuthProviderId"
  ]
  "internalProjects.transfer": ["client", "ProjectNotFound", "TeamPermissionRequired", "TeamMembershipNotFound"]
  "internalProjects.getCurrent": ["admin"]
  "internalProjects.updateCurrent": [
    "admin",
    "ProjectNotFound",
    "InvalidSharedOAuthProviderId",
    "InvalidStandardOAuthProviderId"
  ]
  "internalProjects.deleteCurrent": ["admin"]
  "managedOnboarding.setup": ["admin"]
  "managedOnboarding.check": ["admin"]
  "managedOnboarding.list": ["admin"]
  "managedOnboarding.apply": ["admin"]
  "metrics.get": ["admin"]
  "metrics.getUserCounts": ["admin"]
  "metrics.getUserActivity": ["admin"]
  "mfa.signIn": [
    "client",
    "VerificationCodeNotFound",
    "VerificationCodeExpired",
    "VerificationCodeAlreadyUsed",
    "VerificationCodeMaxAttemptsReached",
    "InvalidTotpCode"
  ]
  "notificationPreferences.list": [
    "client",
    "CannotGetOwnUserWithoutUser",
    "UserAuthenticationRequired",
    "UserNotFound"
  ]
  "notificationPreferences.update": [
    "client",
    "CannotGetOwnUserWithoutUser",
    "UserAuthenticationRequired",
    "UserNotFound"
  ]
  "notificationPreferences.unsubscribe": ["client", "VerificationCodeNotFound", "VerificationCodeExpired"]
  "oauth.refresh": [
    "client",
    "RefreshTokenNotFoundOrExpired",
    "ProviderRejected",
    "InvalidOAuthClientIdOrSecret",
    "InvalidScope"
  ]
  "oauth.exchangeCode": [
    "client",
    "InvalidAuthorizationCode",
    "InvalidOAuthClientIdOrSecret",
    "MultiFactorAuthenticationRequired",
    "InvalidScope"
  ]
  "oauth.authorize": [
    "client",
    "InvalidOAuthClientIdOrSecret",
    "InvalidPublishableClientKey",
    "OAuthProviderNotFoundOrNotEnabled",
    "UnparsableAccessToken",
    "AccessTokenExpired",
    "OAuthExtraScopeNotAvailableWithSharedOAuthKeys",
    "BotChallengeRequired",
    "BotChallengeFailed",
    "RedirectUrlNotWhitelisted",
    "PublishableClientKeyRequiredForProject"
  ]
  "oauth.callback": [
    "client",
    "OuterOAuthTimeout",
    "OAuthProviderNotFoundOrNotEnabled",
    "OAuthProviderAccessDenied",
    "OAuthConnectionAlreadyConnectedToAnotherUser",
    "UserAlreadyConnectedToAnotherOAuthConnection",
    "ContactChannelAlreadyUsedForAuthBySomeoneElse",
    "SignUpNotEnabled",
    "PermissionNotFound",
    "RedirectUrlNotWhitelisted",
    "InvalidScope",
    "SignUpRejected",
    "BotChallengeFailed",
    "OAuthProviderTemporarilyUnavailable"
  ]
  "oauth.authorizeCrossDomain": [
    "client",
    "UserAuthenticationRequired",
    "RedirectUrlNotWhitelisted",
    "InvalidOAuthClientIdOrSecret"
  ]
  "oauth.signInWithApple": [
    "client",
    "OAuthProviderNotFoundOrNotEnabled",
    "AppleBundleIdNotConfigured",
    "InvalidAppleCredentials",
    "ContactChannelAlreadyUsedForAuthBySomeoneElse",
    "SignUpNotEnabled",
    "PermissionNotFound",
    "SignUpRejected"
  ]
  "oauth.createConnectedAccountToken": [
    "client",
    "CannotGetOwnUserWithoutUser",
    "OAuthProviderNotFoundOrNotEnabled",
    "OAuthAccessTokenNotAvailableWithSharedOAuthKeys",
    "OAuthConnectionNotConnectedToUser",
    "OAuthConnectionDoesNotHaveRequiredScope"
  ]
  "oauthProviders.list": ["client", "CannotGetOwnUserWithoutUser", "UserNotFound"]
  "oauthProviders.listAll": ["server", "CannotGetOwnUserWithoutUser", "UserNotFound"]
  "oauthProviders.get": ["client", "CannotGetOwnUserWithoutUser", "UserNotFound"]
  "oauthProviders.getAny": ["server", "CannotGetOwnUserWithoutUser", "UserNotFound"]
  "oauthProviders.create": [
    "server",
    "CannotGetOwnUserWithoutUser",
    "UserNotFound",
    "OAuthProviderAccountIdAlreadyUsedForSignIn"
  ]
  "oauthProviders.update": [
    "client",
    "CannotGetOwnUserWithoutUser",
    "UserNotFound",
    "OAuthProviderAccountIdAlreadyUsedForSignIn"
  ]
  "oauthProviders.updateAny": [
    "server",
    "CannotGetOwnUserWithoutUser",
    "UserNotFound",
    "OAuthProviderAccountIdAlreadyUsedForSignIn"
  ]
  "oauthProviders.delete": ["client", "CannotGetOwnUserWithoutUser", "UserNotFound"]
  "onboarding.previewAffectedUsers": ["admin"]
  "otp.sendSignInCode": [
    "client",
    "UserWithEmailAlreadyExists",
    "SignUpNotEnabled",
    "RedirectUrlNotWhitelisted",
    "BotChallengeRequired",
    "BotChallengeFailed"
  ]
  "otp.signIn": [
    "client",
    "VerificationCodeNotFound",
    "VerificationCodeExpired",
    "VerificationCodeAlreadyUsed",
    "VerificationCodeMaxAttemptsReached",
    "MultiFactorAuthenticationRequired",
    "UserWithEmailAlreadyExists",
    "SignUpNotEnabled",
    "PermissionNotFound",
    "SignUpRejected",
    "BotChallengeFailed"
  ]
  "otp.checkSignInCode": [
    "client",
    "VerificationCodeNotFound",
    "VerificationCodeExpired",
    "VerificationCodeAlreadyUsed",
    "VerificationCodeMaxAttemptsReached"
  ]
  "passkey.initiateRegistration": ["client", "PasskeyAuthenticationNotEnabled"]
  "passkey.register": [
    "client",
    "VerificationCodeNotFound",
    "VerificationCodeExpired",
    "VerificationCodeAlreadyUsed",
    "VerificationCodeMaxAttemptsReached",
    "PasskeyAuthenticationNotEnabled",
    "PasskeyRegistrationFailed"
  ]
  "passkey.initiateAuthentication": ["client", "PasskeyAuthenticationNotEnabled"]
  "passkey.signIn": [
    "client",
    "VerificationCodeNotFound",
    "VerificationCodeExpired",
    "VerificationCodeAlreadyUsed",
    "VerificationCodeMaxAttemptsReached",
    "PasskeyAuthenticationNotEnabled",
    "PasskeyAuthenticationFailed",
    "MultiFactorAuthenticationRequired"
  ]
  "password.signIn": [
    "client",
    "EmailPasswordMismatch",
    "PasswordAuthenticationNotEnabled",
    "MultiFactorAuthenticationRequired",
    "EmailNotVerified",
    "PasswordTooLong"
  ]
  "password.signUp": [
    "client",
    "PasswordAuthenticationNotEnabled",
    "RedirectUrlNotWhitelisted",
    "SignUpNotEnabled",
    "PasswordTooShort",
    "PasswordTooLong",
    "UserWithEmailAlreadyExists",
    "MultiFactorAuthenticationRequired",
    "PermissionNotFound",
    "BotChallengeRequired",
    "BotChallengeFailed",
    "SignUpRejected"
  ]
  "password.sendResetCode": [
    "client",
    "PasswordAuthenticationNotEnabled",
    "RedirectUrlNotWhitelisted",
    "EmailNotAssociatedWithUser"
  ]
  "password.checkResetCode": [
    "client",
    "VerificationCodeNotFound",
    "VerificationCodeExpired",
    "VerificationCodeAlreadyUsed",
    "VerificationCodeMaxAttemptsReached"
  ]
  "password.reset": [
    "client",
    "VerificationCodeNotFound",
    "VerificationCodeExpired",
    "VerificationCodeAlreadyUsed",
    "VerificationCodeMaxAttemptsReached",
    "PasswordAuthenticationNotEnabled",
    "PasswordTooShort",
    "PasswordTooLong"
  ]
  "password.update": [
    "client",
    "PasswordAuthenticationNotEnabled",
    "PasswordTooShort",
    "PasswordTooLong",
    "UserDoesNotHavePassword",
    "PasswordConfirmationMismatch"
  ]
  "password.set": ["client", "PasswordAuthenticationNotEnabled", "PasswordTooShort", "PasswordTooLong"]
  "payments.setup": ["admin"]
  "payments.createAccountSession": ["admin"]
  "payments.testModePurchase": ["admin", "VerificationCodeNotFound", "NewPurchasesBlocked"]
  "payments.getAccountInfo": ["admin", "StripeAccountInfoNotFound"]
  "payments.listMethodConfigs": ["admin", "StripeAccountInfoNotFound"]
  "payments.updateMethodConfigs": ["admin", "StripeAccountInfoNotFound"]
  "platform.get": ["client"]
  "platform.checkFeatureSupport": ["client"]
  "platform.checkVersion": ["client"]
  "platform.getJwks": ["client"]
  "projectConfig.get": ["admin"]
  "projectConfig.update": ["admin"]
  "projectConfig.getOverride": ["server"]
  "projectConfig.replaceOverride": ["server"]
  "projectConfig.updateOverride": ["server"]
  "projectConfig.resetKeys": ["admin"]
  "projectConfig.getSource": ["admin"]
  "projectConfig.unlinkSource": ["admin"]
  "projectPermissionDefinitions.list": ["admin"]
  "projectPermissionDefinitions.create": ["admin", "PermissionIdAlreadyExists", "ContainedPermissionNotFound"]
  "projectPermissionDefinitions.get": ["admin"]
  "projectPermissionDefinitions.update": [
    "admin",
    "PermissionNotFound",
    "PermissionIdAlreadyExists",
    "ContainedPermissionNotFound"
  ]
  "projectPermissionDefinitions.delete": ["admin", "PermissionNotFound"]
  "projectPermissions.list": ["client", "CannotGetOwnUserWithoutUser"]
  "projectPermissions.grant": [
    "server",
    "CannotGetOwnUserWithoutUser",
    "UserNotFound",
    "PermissionNotFound",
    "PermissionScopeMismatch"
  ]
  "projectPermissions.revoke": ["server", "CannotGetOwnUserWithoutUser", "UserNotFound", "PermissionNotFound"]
  "projects.getCurrent": ["client"]
  "sentEmails.list": ["admin"]
  "sessionReplays.sendBatch": ["client", "AnalyticsNotEnabled", "UserAuthenticationRequired"]
  "sessionReplays.list": ["admin", "ItemNotFound"]
  "sessionReplays.listChunks": ["admin", "ItemNotFound"]
  "sessionReplays.listChunkEvents": ["admin", "ItemNotFound"]
  "sessionReplays.listEvents": ["admin", "ItemNotFound"]
  "sessions.list": ["client", "CannotGetOwnUserWithoutUser"]
  "sessions.create": ["server", "UserIdDoesNotExist", "CannotGetOwnUserWithoutUser"]
  "sessions.delete": ["client", "CannotDeleteCurrentSession", "CannotGetOwnUserWithoutUser"]
  "sessions.deleteCurrent": ["client", "AccessTokenExpired", "RefreshTokenNotFoundOrExpired"]
  "sessions.refresh": ["client", "RefreshTokenNotFoundOrExpired", "ProviderRejected"]
  "signUpRules.getStats": ["admin"]
  "signUpRules.test": ["admin"]
  "teamApiKeys.list": ["client", "UserAuthenticationRequired", "ApiKeyNotFound"]
  "teamApiKeys.create": ["client", "UserAuthenticationRequired", "ApiKeyNotFound"]
  "teamApiKeys.get": ["client", "UserAuthenticationRequired", "ApiKeyNotFound"]
  "teamApiKeys.update": ["client", "UserAuthenticationRequired", "ApiKeyNotFound"]
  "teamApiKeys.check": ["server", "ApiKeyNotFound", "WrongApiKeyType", "ApiKeyRevoked", "ApiKeyExpired"]
  "teamInvitations.sendCode": [
    "client",
    "UserAuthenticationRequired",
    "TeamPermissionRequired",
    "TeamMembershipNotFound",
    "RedirectUrlNotWhitelisted"
  ]
  "teamInvitations.accept": [
    "client",
    "VerificationCodeNotFound",
    "VerificationCodeExpired",
    "VerificationCodeAlreadyUsed",
    "VerificationCodeMaxAttemptsReached",
    "UserAuthenticationRequired",
    "TeamInvitationEmailMismatch",
    "TeamInvitationRestrictedUserNotAllowed",
    "PermissionNotFound",
    "ItemNotFound",
    "ItemQuantityInsufficientAmount"
  ]
  "teamInvitations.checkCode": [
    "client",
    "VerificationCodeNotFound",
    "VerificationCodeExpired",
    "VerificationCodeAlreadyUsed",
    "VerificationCodeMaxAttemptsReached",
    "TeamInvitationEmailMismatch"
  ]
  "teamInvitations.details": [
    "client",
    "VerificationCodeNotFound",
    "VerificationCodeExpired",
    "VerificationCodeAlreadyUsed",
    "VerificationCodeMaxAttemptsReached",
    "UserAuthenticationRequired",
    "TeamInvitationEmailMismatch",
    "TeamInvitationRestrictedUserNotAllowed"
  ]
  "teamInvitations.list": [
    "client",
    "CannotGetOwnUserWithoutUser",
    "TeamMembershipNotFound",
    "TeamPermissionRequired",
    "TeamNotFound"
  ]
  "teamInvitations.listReceived": ["client", "CannotGetOwnUserWithoutUser"]
  "teamInvitations.delete": [
    "client",
    "CannotGetOwnUserWithoutUser",
    "TeamMembershipNotFound",
    "TeamPermissionRequired",
    "TeamNotFound"
  ]
  "teamInvitations.acceptById": [
    "client",
    "CannotGetOwnUserWithoutUser",
    "VerificationCodeNotFound",
    "TeamInvitationRestrictedUserNotAllowed",
    "PermissionNotFound",
    "ItemQuantityInsufficientAmount"
  ]
  "teamMemberProfiles.list": [
    "client",
    "CannotGetOwnUserWithoutUser",
    "TeamMembershipNotFound",
    "TeamPermissionRequired",
    "TeamNotFound",
    "UserNotFound"
  ]
  "teamMemberProfiles.listAll": [
    "server",
    "CannotGetOwnUserWithoutUser",
    "TeamMembershipNotFound",
    "TeamNotFound",
    "UserNotFound"
  ]
  "teamMemberProfiles.get": [
    "client",
    "CannotGetOwnUserWithoutUser",
    "TeamMembershipNotFound",
    "TeamPermissionRequired",
    "UserNotFound"
  ]
  "teamMemberProfiles.getAny": ["server", "CannotGetOwnUserWithoutUser", "TeamMembershipNotFound", "UserNotFound"]
  "teamMemberProfiles.update": ["client", "CannotGetOwnUserWithoutUser", "TeamMembershipNotFound", "UserNotFound"]
  "teamMemberProfiles.updateAny": ["server", "CannotGetOwnUserWithoutUser", "TeamMembershipNotFound", "UserNotFound"]
  "teamMemberships.create": [
    "server",
    "CannotGetOwnUserWithoutUser",
    "UserNotFound",
    "TeamNotFound",
    "TeamMembershipAlreadyExists",
    "PermissionNotFound"
  ]
  "teamMemberships.delete": [
    "client",
    "CannotGetOwnUserWithoutUser",
    "TeamMembershipNotFound",
    "TeamPermissionRequired",
    "UserNotFound"
  ]
  "teamPermissionDefinitions.list": ["admin"]
  "teamPermissionDefinitions.create": ["admin", "PermissionIdAlreadyExists", "ContainedPermissionNotFound"]
  "teamPermissionDefinitions.get": ["admin"]
  "teamPermissionDefinitions.update": [
    "admin",
    "PermissionNotFound",
    "PermissionIdAlreadyExists",
    "ContainedPermissionNotFound"
  ]
  "teamPermissionDefinitions.delete": ["admin", "PermissionNotFound"]
  "teamPermissions.list": ["client", "CannotGetOwnUserWithoutUser"]
  "teamPermissions.grant": [
    "server",
    "CannotGetOwnUserWithoutUser",
    "UserNotFound",
    "TeamMembershipNotFound",
    "PermissionNotFound",
    "PermissionScopeMismatch"
  ]
  "teamPermissions.revoke": [
    "server",
    "CannotGetOwnUserWithoutUser",
    "UserNotFound",
    "TeamMembershipNotFound",
    "TeamPermissionNotFound"
  ]
  "teams.list": ["client", "CannotGetOwnUserWithoutUser"]
  "teams.listAll": ["server", "CannotGetOwnUserWithoutUser"]
  "teams.create": [
    "client",
    "UserAuthenticationRequired",
    "CannotGetOwnUserWithoutUser",
    "UserNotFound",
    "PermissionNotFound",
    "TeamAlreadyExists",
    "ProjectPermissionRequired"
  ]
  "teams.createAsServer": [
    "server",
    "CannotGetOwnUserWithoutUser",
    "UserNotFound",
    "PermissionNotFound",
    "TeamAlreadyExists"
  ]
  "teams.get": ["client", "UserAuthenticationRequired", "TeamMembershipNotFound", "TeamNotFound"]
  "teams.getAny": ["server", "TeamNotFound"]
  "teams.update": [
    "client",
    "UserAuthenticationRequired",
    "TeamPermissionRequired",
    "TeamMembershipNotFound",
    "TeamNotFound"
  ]
  "teams.updateAny": ["server", "TeamNotFound"]
  "teams.delete": [
    "client",
    "UserAuthenticationRequired",
    "TeamPermissionRequired",
    "TeamMembershipNotFound",
    "TeamNotFound"
  ]
  "userApiKeys.list": ["client", "UserAuthenticationRequired", "CannotGetOwnUserWithoutUser"]
  "userApiKeys.create": ["client", "UserAuthenticationRequired", "CannotGetOwnUserWithoutUser"]
  "userApiKeys.get": ["client", "UserAuthenticationRequired", "CannotGetOwnUserWithoutUser", "ApiKeyNotFound"]
  "userApiKeys.update": ["client", "UserAuthenticationRequired", "CannotGetOwnUserWithoutUser", "ApiKeyNotFound"]
  "userApiKeys.check": ["server", "ApiKeyNotFound", "WrongApiKeyType", "ApiKeyRevoked", "ApiKeyExpired"]
  "users.getMe": ["client", "CannotGetOwnUserWithoutUser"]
  "users.updateMe": ["client", "CannotGetOwnUserWithoutUser", "TeamMembershipNotFound", "UserWithEmailAlreadyExists"]
  "users.deleteMe": ["client", "CannotGetOwnUserWithoutUser", "ProjectPermissionRequired"]
  "users.list": ["server"]
  "users.create": ["server", "UserWithEmailAlreadyExists", "PermissionNotFound", "PasswordTooLong"]
  "users.get": ["server", "UserNotFound", "CannotGetOwnUserWithoutUser"]
  "users.update": [
    "server",
    "UserNotFound",
    "CannotGetOwnUserWithoutUser",
    "TeamMembershipNotFound",
    "UserWithEmailAlreadyExists",
    "PasswordTooLong"
  ]
  "users.delete": ["server", "UserNotFound", "CannotGetOwnUserWithoutUser"]
  "webhooks.createPortalToken": ["admin"]
  "webhooks.sendTest": ["admin"]
}
