/** Services that calls depend on, and the layers that build them. */
// Exported by name, because esbuild keeps a whole namespace, and a client's bundle must not name the keys of a
// server.
export { layerAdmin, layerClient, layerServer, OwnerSession } from "./access/access.ts"
export {
  BotChallenge,
  type BotChallengeAction,
  type BotChallengeService,
  BotChallengeUnsolved
} from "./browser/BotChallenge.ts"
export { Browser, type BrowserService } from "./browser/Browser.ts"
export { CookiesBlocked } from "./browser/CookiesBlocked.ts"
export { Navigation, navigationBy, type NavigationService, type RedirectMethod } from "./browser/Navigation.ts"
export { PasskeyCancelled } from "./browser/PasskeyCancelled.ts"
export { PasskeyNotPossible } from "./browser/PasskeyNotPossible.ts"
export { Passkeys, type PasskeySignal, type PasskeysService } from "./browser/Passkeys.ts"
export { ScopesOnSignIn } from "./browser/ScopesOnSignIn.ts"
export { Tabs, type TabsService } from "./browser/Tabs.ts"
export { TrustedOrigins } from "./browser/trustedUrl.ts"
export { layerTurnstile, type TurnstileOptions } from "./browser/turnstile.ts"
export { layerUrls, type PageOptions, type UrlOptions, Urls, urlsOf } from "./browser/Urls.ts"
export { Visibility, type VisibilityService } from "./browser/Visibility.ts"
export * as Diagnostics from "./call/Diagnostics.ts"
export * as Metrics from "./call/metrics.ts"
export * as RateLimitGate from "./call/RateLimitGate.ts"
export * as RetryPolicy from "./call/RetryPolicy.ts"
export * as Transport from "./call/Transport.ts"
export { layerHttpClient } from "./call/TransportHttpClient.ts"
export * as Project from "./Project.ts"
export { layerPersistedReads, layerStoredReads } from "./reads/layerPersistedReads.ts"
export * as ReadPolicy from "./reads/ReadPolicy.ts"
export {
  type AnyRead,
  type CachedRead,
  changes,
  type InitialReads,
  optimistically,
  over,
  read,
  ReadCache,
  type ReadDefinition,
  type ReadsService,
  type ReadState,
  type ReadsView,
  type ShownValue
} from "./reads/Reads.ts"
export { ReadStore, type ReadStoreOptions } from "./reads/ReadStore.ts"
export type { StoredOptions } from "./reads/storedReads.ts"
export { claimsOf } from "./session/accessToken.ts"
export { CookiePage, layerCookies } from "./session/browserCookies.ts"
export type { CookieOptions } from "./session/cookies.ts"
export type { HeadersLike } from "./session/headersLike.ts"
export { type KeyValueOptions, layerKeyValue } from "./session/keyValueStore.ts"
export { MfaAttempt, type MfaAttemptService } from "./session/MfaAttempt.ts"
export {
  layerNextjs,
  type NextHeaders,
  type RequestLike,
  requestStore,
  type RequestStoreOptions,
  type RequestTokenStore
} from "./session/requestStore.ts"
export { type NewTokens, Session, type SessionState, type UsableTokens } from "./session/Session.ts"
export { type AuthTokens, bearerOf, sessionInHeaders } from "./session/sessionHeaders.ts"
export * as SessionPolicy from "./session/SessionPolicy.ts"
export { forbidSharedCaches, type NodeResponse, writeCookies } from "./session/sharedCaches.ts"
export { type StoredTokens, TokenStore, TokenStoreFailed } from "./session/TokenStore.ts"
export { layerDefaultTokenStore, tokenStoreOf, type TokenStoreOption } from "./session/tokenStoreOf.ts"

// Types that signatures mention, by name.
export type { AdminAccess, ClientAccess, ServerAccess } from "../schemas/access.ts"
export type { AccessTokenClaims } from "../schemas/entities/AccessTokenClaims.ts"
export type {
  DiagnosticsReport,
  InvalidConfiguration,
  RedirectRefused,
  ResponseTooLarge,
  UserChanged
} from "../schemas/errors/CallError.ts"
export type {
  Fetch,
  Lost,
  RateLimitPartition,
  Transport as TransportService,
  WireRequest,
  WireResponse
} from "./call/Transport.ts"
export type { Project as ProjectService } from "./Project.ts"
