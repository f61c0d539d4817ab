/**
 * Names of the platform's own SDK that programs use, in every revision. They are a list, so that the guide's test
 * doesn't need the SDK.
 */
export const officialNames: { readonly [place: string]: string } = {
  options:
    `tokenStore projectId publishableClientKey baseUrl extraRequestHeaders urls oauthScopesOnSignIn redirectMethod
    noAutomaticPrefetch inheritsFrom analytics devTool projectOwnerSession`,
  client: `StackClientApp signInWithOAuth callOAuthCallback signInWithCredential signUpWithCredential
    signInWithMagicLink sendMagicLinkEmail signInWithMfa signInWithPasskey sendForgotPasswordEmail
    verifyPasswordResetCode resetPassword verifyEmail verifyTeamInvitationCode getTeamInvitationDetails
    acceptTeamInvitation promptCliLogin promptLink anonRefreshToken signOut getUser useUser getPartialUser
    usePartialUser getAccessToken getRefreshToken getAuthHeaders getAuthJson getAuthorizationHeader currentSession
    getTokens useTokens getConvexClientAuth getConvexHttpClientAuth getConvexProvidersConfig defineStackConfig
    getPagePrompt getProject useProject getItem listProducts listInvoices getBilling cancelSubscription
    switchSubscription createPaymentMethodSetupIntent setDefaultPaymentMethodFromSetupIntent redirectToX useNavigate
    stackAppInternalsSymbol toClientJson fromClientJson setCurrentUser sendRequest
    sendSessionReplayBatch sendAnalyticsEventBatch`,
  user: `update setDisplayName setClientMetadata setSelectedTeam totpMultiFactorSecret updatePassword setPassword
    sendVerificationEmail delete getActiveSessions revokeSession registerPasskey listTeams getTeam createTeam leaveTeam
    getTeamProfile listPermissions getPermission hasPermission listTeamInvitations listContactChannels
    createContactChannel listNotificationCategories setEnabled getConnectedAccount listConnectedAccounts
    linkConnectedAccount getOrLinkConnectedAccount listOAuthProviders getOAuthProvider listApiKeys createApiKey
    createCheckoutUrl createProject listOwnedProjects transferProject`,
  team: "listUsers inviteUser listInvitations revoke createApiKey addUser removeUser",
  apiKey: "isValid whyInvalid revoke",
  server: `StackServerApp getServerUser getServerUserById useUserById includeAnonymous includeRestricted onlyAnonymous
    createUser setPrimaryEmail setServerMetadata setClientReadOnlyMetadata createSession grantPermission
    revokePermission sendEmail createOAuthProvider getEmailDeliveryStats activateEmailCapacityBoost
    listTeamMemberPermissions grantProduct getDataVaultStore increaseQuantity decreaseQuantity tryDecreaseQuantity`,
  admin: `StackAdminApp getConfig updateConfig pushConfig updatePushedConfig getPushedConfigSource
    unlinkPushedConfigSource resetConfigOverrideKeys getConfigOverride replaceConfigOverride getProductionModeErrors
    transfer listInternalApiKeys createInternalApiKey listTeamPermissionDefinitions createTeamPermissionDefinition
    updateTeamPermissionDefinition deleteTeamPermissionDefinition listProjectPermissionDefinitions
    createProjectPermissionDefinition updateProjectPermissionDefinition deleteProjectPermissionDefinition
    listEmailThemes useEmailTheme createEmailTheme updateEmailTheme deleteEmailTheme listEmailTemplates
    createEmailTemplate updateEmailTemplate deleteEmailTemplate getEmailPreview sendTestEmail
    sendSignInInvitationEmail listSentEmails sendChatMessage saveChatMessage listChatMessages useSvixToken
    setupPayments createStripeWidgetAccountSession getStripeAccountInfo getPaymentMethodConfigs
    updatePaymentMethodConfigs createItemQuantityChange listTransactions refundTransaction testModePurchase
    listEmailDrafts createEmailDraft updateEmailDraft deleteEmailDraft refreshEmailDrafts listOutboxEmails
    getOutboxEmail updateOutboxEmail pauseOutboxEmail unpauseOutboxEmail cancelOutboxEmail setupManagedEmailProvider
    checkManagedEmailStatus listManagedEmailDomains applyManagedEmailProvider deleteManagedEmailDomain
    rewriteTemplateSourceWithAI queryAnalytics listSessionReplays getSessionReplay listSessionReplayChunks
    getSessionReplayChunkEvents getSessionReplayEvents sendTestWebhook`,
  react: `useStackApp StackProvider StackTheme StackHandler SignIn SignUp AuthPage CredentialSignIn CredentialSignUp
    MagicLinkSignIn OAuthButton OAuthButtonGroup EmailVerification PasswordReset ForgotPassword AccountSettings
    CliAuthConfirmation UserButton UserAvatar SelectedTeamSwitcher TeamSwitcher MessageCard fullPage extraItems
    firstTab extraInfo automaticRedirect noPasswordRepeat searchParams showUserInfo colorModeToggle projectIdMustMatch`
}
