/** State of the emulator: records, keys, requests and refusals. All other folders of the emulator depend on it. */
export {
  type AiConversation,
  type AnalyticsQuery,
  type AnalyticsRow,
  noAnalytics,
  type Replay,
  type ReplayChunk
} from "./analytics.ts"
export type {
  ConfigLayers,
  ConfigObject,
  EmailConfig,
  OAuthProviderConfig,
  ProjectConfig,
  SignUpRule
} from "./config.ts"
export type {
  EmailDraft,
  EmailTemplate,
  EmailTheme,
  MailContent,
  ManagedDomain,
  QueuedEmail,
  SentEmailError
} from "./emails.ts"
export {
  builtInTemplates,
  builtInThemes,
  lightTheme,
  sampleTemplate,
  starterDraft,
  starterTemplate
} from "./emailSources.ts"
export { type Emitter, emitter } from "./Emitter.ts"
export { isEndpoint, nearest } from "./endpointNames.ts"
export type { EventData, PlatformEvent, WebhookEndpoint } from "./events.ts"
export { type ExternalProviderId, type ExternalSettings, playedSettings } from "./externalVendors.ts"
export { type Feature, featureOf, features } from "./features.ts"
export { type KnownToken, ring, type SavedKeys } from "./keys.ts"
export type { Assessment, AuthorizationCode, OAuthAccount, OAuthFlow, OAuthGrant, ProviderAccount } from "./oauth.ts"
export {
  type Customer,
  type Interval,
  type Invoice,
  type ItemChange,
  noPayments,
  type PaymentAccount,
  type PaymentIntent,
  type Phase,
  type Purchase,
  type Subscription
} from "./payments.ts"
export { apiUrl, type Platform, type SharedOAuthProvider } from "./Platform.ts"
export { Refusal } from "./Refusal.ts"
export { Reply, success } from "./Reply.ts"
export {
  bodyOf,
  fieldsOf,
  hasPlatformHeader,
  type Incoming,
  isBinary,
  isNewer,
  maxBytes,
  type Outgoing,
  placeOf,
  platformHeader
} from "./requests.ts"
export { type RevisionRules, rulesOf } from "./revisions.ts"
export {
  type AgentAttempt,
  type ApiKey,
  type CliLogin,
  type Code,
  type CodeData,
  type CodeKind,
  type ContactChannel,
  empty,
  type Invitation,
  type KeySet,
  type Mail,
  type MailSources,
  type Membership,
  type Passkey,
  type PermissionDefinition,
  type Place,
  type Project,
  type Session,
  type Store,
  type Team,
  type User
} from "./Store.ts"
export { withinLimit } from "./withinLimit.ts"
