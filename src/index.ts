/**
 * Latchkey for Effect programs: layers, flows, and all errors as classes. The single calls of the platform are in
 * `latchkey/endpoints/*`.
 */

// layers
export { OwnerSession } from "../layers/access/access.ts"
export { CookiesBlocked } from "../layers/browser/CookiesBlocked.ts"
export { Navigation, navigationBy, type NavigationService, type RedirectMethod } from "../layers/browser/Navigation.ts"
export { PasskeyCancelled } from "../layers/browser/PasskeyCancelled.ts"
export type { PasskeyFailure } from "../layers/browser/passkeyFailure.ts"
export { PasskeyNotPossible } from "../layers/browser/PasskeyNotPossible.ts"
export { TrustedOrigins } from "../layers/browser/trustedUrl.ts"
export { layerUrls, type PageOptions, type UrlOptions, Urls } from "../layers/browser/Urls.ts"
export * as Diagnostics from "../layers/call/Diagnostics.ts"
export * as RateLimitGate from "../layers/call/RateLimitGate.ts"
export * as RetryPolicy from "../layers/call/RetryPolicy.ts"
export * as Transport from "../layers/call/Transport.ts"
export type {
  Fetch,
  Lost,
  RateLimitPartition,
  Transport as TransportService,
  WireRequest,
  WireResponse
} from "../layers/call/Transport.ts"
export * as Project from "../layers/Project.ts"
export type { Project as ProjectService } from "../layers/Project.ts"
export { layerPersistedReads, layerStoredReads } from "../layers/reads/layerPersistedReads.ts"
export * as ReadPolicy from "../layers/reads/ReadPolicy.ts"
export {
  type AnyRead,
  type CachedRead,
  type InitialReads,
  read,
  ReadCache,
  type ReadDefinition,
  type ReadsService,
  type ReadState,
  type ReadsView,
  type ShownValue
} from "../layers/reads/Reads.ts"
export { ReadStore, type ReadStoreOptions } from "../layers/reads/ReadStore.ts"
export type { StoredOptions } from "../layers/reads/storedReads.ts"
export { layerCookies } from "../layers/session/browserCookies.ts"
export type { CookieOptions } from "../layers/session/cookies.ts"
export { type KeyValueOptions, layerKeyValue } from "../layers/session/keyValueStore.ts"
export {
  layerNextjs,
  type NextHeaders,
  type RequestLike,
  requestStore,
  type RequestStoreOptions,
  type RequestTokenStore
} from "../layers/session/requestStore.ts"
export { Session, type SessionState } from "../layers/session/Session.ts"
export type { AuthTokens } from "../layers/session/sessionHeaders.ts"
export * as SessionPolicy from "../layers/session/SessionPolicy.ts"
export { forbidSharedCaches, type NodeResponse, writeCookies } from "../layers/session/sharedCaches.ts"
export { TokenStore } from "../layers/session/TokenStore.ts"
export { tokenStoreOf, type TokenStoreOption } from "../layers/session/tokenStoreOf.ts"
export * as Client from "./programs/Client.ts"

// client-level flows: signIn, signUp, signOut, currentUser, teams, …
export * from "./flows/index.ts"
export { type HandlerPage, type HandlerPageResult, resolveHandlerPage } from "./flows/redirects/handlerPage.ts"

// layers and flows of back ends and dashboards: `Server.layer`, `Server.users.stream()`, `Admin.project.addTrustedDomain(…)`
export * as Admin from "./programs/Admin.ts"
export * as Server from "./programs/Server.ts"

// arguments, results and errors of flows, in addition to those of their calls
export { NextPageLost } from "../layers/reads/pages.ts"
export type { DefinitionChanges } from "./admin/permissionDefinitions.ts"
export { FeatureNotSupported } from "./errors/FeatureNotSupported.ts"
export { MfaAttemptMissing } from "./errors/MfaAttemptMissing.ts"
export { NoPrimaryEmail } from "./errors/NoPrimaryEmail.ts"
export { NotSignedIn } from "./errors/NotSignedIn.ts"
export { OAuthCallbackFailed } from "./errors/OAuthCallbackFailed.ts"
export { OAuthNotPossible } from "./errors/OAuthNotPossible.ts"
export { RedirectNotTrusted } from "./errors/RedirectNotTrusted.ts"
export type { ApiKeyLifetime, InvalidReason } from "./flows/account/apiKeyValidity.ts"
export type { NewApiKey } from "./flows/account/newApiKey.ts"
export type { UserTarget } from "./flows/account/UserTarget.ts"
export type { RedirectAfterOptions } from "./flows/redirects/redirectAfter.ts"
export type { RedirectedError } from "./flows/redirects/redirectedError.ts"

export type { NewEmail } from "./server/emails.ts"

// cached reads for pages, for `ReadCache` and the hooks of `latchkey/react`
export * as reads from "./reads.ts"

// the contract
export * from "../schemas/contract.ts"
