/** What calls stand on: services and the layers that build them. */
// one by one, because esbuild keeps a namespace whole, and a client's bundle is not to name the keys of a server
export { layerAdmin, layerClient, layerServer, OwnerSession } from "./access.ts"
export { claimsOf } from "./accessToken.ts"
export { Browser, type BrowserService } from "./Browser.ts"
export { CookiePage, layerCookies } from "./browserCookies.ts"
export type { CookieOptions } from "./cookies.ts"
export { CookiesBlocked } from "./CookiesBlocked.ts"
export * as Diagnostics from "./Diagnostics.ts"
export { type KeyValueOptions, layerKeyValue } from "./keyValueStore.ts"
export * as Metrics from "./metrics.ts"
export { MfaAttempt, type MfaAttemptService } from "./MfaAttempt.ts"
export { Navigation, navigationBy, type NavigationService, type RedirectMethod } from "./Navigation.ts"
export { PasskeyCancelled } from "./PasskeyCancelled.ts"
export { PasskeyNotPossible } from "./PasskeyNotPossible.ts"
export { Passkeys, type PasskeySignal, type PasskeysService } from "./Passkeys.ts"
export * as Project from "./Project.ts"
export {
  changes,
  defaultTimings,
  type HeldRead,
  type InitialReads,
  optimistically,
  over,
  type Read,
  read,
  Reads,
  type ReadState,
  ReadTimings,
  type Timings
} from "./Reads.ts"
export {
  layerNextjs,
  type NextHeaders,
  type RequestLike,
  type RequestStore,
  requestStore,
  type RequestStoreOptions
} from "./requestStore.ts"
export * as RetryPolicy from "./RetryPolicy.ts"
export { ScopesOnSignIn } from "./ScopesOnSignIn.ts"
export { type NewTokens, Session, type SessionState, type UsableTokens } from "./Session.ts"
export { type AuthJson, bearerOf, type HeadersLike, sessionInHeaders } from "./sessionHeaders.ts"
export { forbidSharedCaches, type NodeResponse, writeCookies } from "./sharedCaches.ts"
export { Tabs, type TabsService } from "./Tabs.ts"
export { type StoredTokens, TokenStore, TokenStoreFailed } from "./TokenStore.ts"
export {
  layerDefaultTokenStore,
  layerDefaultTokenStoreWith,
  tokenStoreOf,
  type TokenStoreOption
} from "./tokenStoreOf.ts"
export * as Transport from "./Transport.ts"
export { layerHttpClient } from "./TransportHttpClient.ts"
export { TrustedOrigins } from "./trustedUrl.ts"
export { layerUrls, type PageOptions, type UrlOptions, Urls, urlsOf } from "./Urls.ts"
export { Visibility, type VisibilityService } from "./Visibility.ts"

// what signatures mention, by name
export type { AdminAccess, ClientAccess, ServerAccess } from "../schemas/access.ts"
export type { AccessTokenClaims } from "../schemas/entities/AccessTokenClaims.ts"
export type {
  Diagnostics as DiagnosticsFound,
  InvalidConfiguration,
  RedirectRefused,
  ResponseTooLarge
} from "../schemas/errors/CallError.ts"
export type { Project as ProjectService } from "./Project.ts"
export type { Lost, Transport as TransportService, WireRequest, WireResponse } from "./Transport.ts"
