/** The contract of the platform: entities, known errors, endpoints. Data and types; what makes the calls is in `latchkey`. */

// declaring and reading the contract
export { type AccessLevel, type AccessLevels, AdminAccess, type Caller, ClientAccess, ServerAccess } from "./access.ts"
export { type AnyKnownError, asKnownError } from "./asKnownError.ts"
export { type AnyEndpoint, type Endpoint, endpoint, type Method, type Revision, type Spec } from "./Endpoint.ts"
export type { ResourceOrEndpoint } from "./endpointNames.ts"
export {
  catchFamily,
  type DeclaredKnownError,
  type ErrorSpec,
  type FamilyClass,
  KnownError,
  type KnownErrorClass,
  type KnownErrorDetails,
  type RequestContext
} from "./KnownError.ts"
export type { WireStruct } from "./wireNames.ts"

// every known error and family by name, and what any call can meet: CallError and its reasons
export * from "./errors/index.ts"

// calls, by resource
export * as AiChat from "./endpoints/aiChat.ts"
export * as Analytics from "./endpoints/analytics.ts"
export * as Anonymous from "./endpoints/anonymous.ts"
export * as Cli from "./endpoints/cli.ts"
export * as ConnectedAccounts from "./endpoints/connectedAccounts.ts"
export * as ContactChannels from "./endpoints/contactChannels.ts"
export * as CredentialScanning from "./endpoints/credentialScanning.ts"
export * as EmailDrafts from "./endpoints/emailDrafts.ts"
export * as EmailOutbox from "./endpoints/emailOutbox.ts"
export * as Emails from "./endpoints/emails.ts"
export * as EmailTemplates from "./endpoints/emailTemplates.ts"
export * as EmailThemes from "./endpoints/emailThemes.ts"
export * as FeatureRequests from "./endpoints/featureRequests.ts"
export * as InternalApiKeys from "./endpoints/internalApiKeys.ts"
export * as InternalProjects from "./endpoints/internalProjects.ts"
export * as ManagedOnboarding from "./endpoints/managedOnboarding.ts"
export * as ProjectMetrics from "./endpoints/metrics.ts"
export * as Mfa from "./endpoints/mfa.ts"
export * as NotificationPreferences from "./endpoints/notificationPreferences.ts"
export * as OAuth from "./endpoints/oauth.ts"
export * as OAuthProviders from "./endpoints/oauthProviders.ts"
export * as Onboarding from "./endpoints/onboarding.ts"
export * as Otp from "./endpoints/otp.ts"
export * as Passkey from "./endpoints/passkey.ts"
export * as Password from "./endpoints/password.ts"
export * as Payments from "./endpoints/payments.ts"
export * as Platform from "./endpoints/platform.ts"
export * as ProjectConfiguration from "./endpoints/projectConfig.ts"
export * as ProjectPermissionDefinitions from "./endpoints/projectPermissionDefinitions.ts"
export * as ProjectPermissions from "./endpoints/projectPermissions.ts"
export * as Projects from "./endpoints/projects.ts"
export * as SentEmails from "./endpoints/sentEmails.ts"
export * as SessionReplays from "./endpoints/sessionReplays.ts"
export * as Sessions from "./endpoints/sessions.ts"
export * as SignUpRules from "./endpoints/signUpRules.ts"
export * as TeamApiKeys from "./endpoints/teamApiKeys.ts"
export * as TeamInvitations from "./endpoints/teamInvitations.ts"
export * as TeamMemberProfiles from "./endpoints/teamMemberProfiles.ts"
export * as TeamMemberships from "./endpoints/teamMemberships.ts"
export * as TeamPermissionDefinitions from "./endpoints/teamPermissionDefinitions.ts"
export * as TeamPermissions from "./endpoints/teamPermissions.ts"
export * as Teams from "./endpoints/teams.ts"
export * as UserApiKeys from "./endpoints/userApiKeys.ts"
export * as Users from "./endpoints/users.ts"
export * as Webhooks from "./endpoints/webhooks.ts"

// entities
export * from "./entities/index.ts"
