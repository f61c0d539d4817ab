/** All entities: the objects in responses. */
export { AccessTokenClaims } from "./AccessTokenClaims.ts"
export {
  AgentConfirmation,
  AgentDescription,
  AgentDiscovery,
  AgentPoll,
  AgentRegistration,
  DeviceAuthOverview
} from "./Agent.ts"
export { AiChatContentPart, AiChatMessage } from "./AiChat.ts"
export { AiConversation, AiConversationSummary } from "./AiConversation.ts"
export { MaskedApiKey, TeamApiKey, TeamApiKeyFirstView, UserApiKey, UserApiKeyFirstView } from "./ApiKey.ts"
export {
  CustomerBilling,
  CustomerInvoice,
  DefaultPaymentMethodSet,
  PaymentMethod,
  PaymentMethodSetup,
  PurchaseCodeInfo
} from "./Billing.ts"
export { CliAuthInit, CliAuthPoll, CliSessionFound } from "./CliAuth.ts"
export { ConfigSource } from "./Config.ts"
export { ConnectedAccount, ConnectedAccountAccessToken } from "./ConnectedAccount.ts"
export { ContactChannel } from "./ContactChannel.ts"
export { EmailDraft } from "./EmailDraft.ts"
export { builtInEmailTemplates, builtInEmailThemes, notificationCategories } from "./emailIds.ts"
export { OutboxEmail, OutboxRecipient } from "./EmailOutbox.ts"
export { EmailTemplate } from "./EmailTemplate.ts"
export { EmailTheme, EmailThemeSummary } from "./EmailTheme.ts"
export { FeatureRequest } from "./FeatureRequest.ts"
export { InternalApiKey, InternalApiKeyFirstView, LastFour } from "./InternalApiKey.ts"
export { Jwks } from "./Jwks.ts"
export { ManagedEmailDomain } from "./ManagedEmailDomain.ts"
export {
  MetricsActivitySplit,
  MetricsAnalyticsOverview,
  MetricsAuthOverview,
  MetricsDataPoint,
  MetricsEmailOverview,
  MetricsPaymentsOverview,
  MetricsReport
} from "./Metrics.ts"
export { NotificationPreference } from "./NotificationPreference.ts"
export { OAuthProvider, ServerOAuthProvider } from "./OAuthProvider.ts"
export { oauthProviderTypes } from "./oauthProviderTypes.ts"
export { AuthorizeLocation, CrossDomainRedirect, ExchangedTokens, RefreshedTokens } from "./OAuthTokens.ts"
export { PasskeyAuthenticationInit, PasskeyRegistered, PasskeyRegistrationInit } from "./Passkey.ts"
export { PaymentItem } from "./PaymentItem.ts"
export {
  CustomerProduct,
  type CustomerType,
  IncludedItem,
  InlineProduct,
  PaymentProduct,
  ProductGranted,
  ProductPrice
} from "./PaymentProduct.ts"
export { PaymentMethodConfig, StripeAccountInfo } from "./Payments.ts"
export { type ConfiguredProduct, PaymentsConfig } from "./PaymentsConfig.ts"
export { ProjectPermission, TeamPermission } from "./Permission.ts"
export { PermissionDefinition } from "./PermissionDefinition.ts"
export { systemPermissionIds } from "./permissionIds.ts"
export { VersionCheck } from "./Platform.ts"
export {
  AdminProject,
  ClientProject,
  ClientProjectConfig,
  DefaultPermission,
  EnabledOAuthProvider,
  ProjectConfig,
  ProjectConfigUpdate,
  ProjectDomain,
  ProjectEmailConfig,
  ProjectOAuthProvider
} from "./Project.ts"
export { Empty, type ListResponse, type PageResponse, Success } from "./responses.ts"
export { RestrictedReason } from "./RestrictedReason.ts"
export { type PossiblyRestricted, type Restriction, restrictionOf } from "./restriction.ts"
export { EmailDeliveryInfo, RenderedEmail, SendEmailResult, TestResult } from "./SendEmail.ts"
export { SentEmail, SentEmailError, SentEmailSenderConfig } from "./SentEmail.ts"
export { ActiveSession, GeoInfo } from "./Session.ts"
export { SessionReplay, SessionReplayChunk, SessionReplayChunkEvents } from "./SessionReplay.ts"
export { SignUpRiskScores, SignUpRulesStats, SignUpRulesTest } from "./SignUpRules.ts"
export { ServerTeam, Team } from "./Team.ts"
export { TeamInvitation, TeamInvitationDetails, TeamInvitationSent } from "./TeamInvitation.ts"
export { ServerTeamMemberProfile, TeamMemberProfile } from "./TeamMemberProfile.ts"
export { TeamMembership } from "./TeamMembership.ts"
export { RefreshResponse, SessionTokens, SignInTokens, Tokens } from "./Tokens.ts"
export { Transaction, type TransactionEntry } from "./Transaction.ts"
export { RiskScores, ServerUser, User, UserOAuthProvider } from "./User.ts"
export { CodeValid, OtpNonce, PasswordResetCodeSent } from "./VerificationCode.ts"
export { DeletedUser, WebhookEvent, WebhookPortalToken } from "./Webhook.ts"
export { webhookEventTypes } from "./webhookEventTypes.ts"
