/** State of the emulator: records, keys, requests and refusals. All other folders of the emulator depend on it. */
export { builtInTemplates, builtInThemes, lightTheme, sampleTemplate, starterTemplate } from "./emailSources.ts"
export { type Emitter, emitter } from "./Emitter.ts"
export { isEndpoint, nearest } from "./endpointNames.ts"
export type { EventData, PlatformEvent, WebhookEndpoint } from "./events.ts"
export { type KnownToken, ring, type SavedKeys } from "./keys.ts"
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
  type ApiKey,
  type Assessment,
  type AuthorizationCode,
  type CliLogin,
  type Code,
  type CodeData,
  type CodeKind,
  type ConfigLayers,
  type ConfigObject,
  type ContactChannel,
  type EmailConfig,
  type EmailTemplate,
  type EmailTheme,
  empty,
  type Invitation,
  type KeySet,
  type Mail,
  type MailSources,
  type Membership,
  type OAuthAccount,
  type OAuthFlow,
  type OAuthGrant,
  type OAuthProviderConfig,
  type Passkey,
  type PermissionDefinition,
  type Place,
  type Project,
  type ProjectConfig,
  type ProviderAccount,
  type SentEmail,
  type SentEmailError,
  type Session,
  type SignUpRule,
  type Store,
  type Team,
  type User
} from "./Store.ts"
