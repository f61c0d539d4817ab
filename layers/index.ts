/** Services that calls depend on, and the layers that build them: a namespace for each service. */
export * as BotChallenge from "./BotChallenge.ts"
export * as Browser from "./Browser.ts"
export { BotChallengeUnsolved } from "./browser/BotChallenge.ts"
export { CookiesBlocked } from "./browser/CookiesBlocked.ts"
export { PasskeyCancelled } from "./browser/PasskeyCancelled.ts"
export { PasskeyNotPossible } from "./browser/PasskeyNotPossible.ts"
export { ScopesOnSignIn } from "./browser/ScopesOnSignIn.ts"
export { TrustedOrigins } from "./browser/trustedUrl.ts"
export { Digest, type DigestOptions, layerDigest } from "./call/Digest.ts"
export * as Diagnostics from "./Diagnostics.ts"
export * as ExternalStore from "./external/index.ts"
export * as HttpClientTransport from "./HttpClientTransport.ts"
export * as Metrics from "./Metrics.ts"
export * as MfaAttempt from "./MfaAttempt.ts"
export * as Navigation from "./Navigation.ts"
export * as HttpConventions from "./observe/httpConventions.ts"
export { LedgerEntry, LedgerFile } from "./observe/ledger/entry.ts"
export * as OwnerSession from "./OwnerSession.ts"
export * as Passkeys from "./Passkeys.ts"
export * as PersistedReadCache from "./PersistedReadCache.ts"
export * as Project from "./Project.ts"
export * as RateLimitGate from "./RateLimitGate.ts"
export * as ReadCache from "./ReadCache.ts"
export * as ReadPolicy from "./ReadPolicy.ts"
export {
  type AnyRead,
  changes,
  type InitialReads,
  optimistically,
  over,
  read,
  type ReadDefinition,
  type ReadState
} from "./reads/Reads.ts"
export * as ReadStore from "./ReadStore.ts"
export * as RequestStore from "./RequestStore.ts"
export * as RetryPolicy from "./RetryPolicy.ts"
export * as Session from "./Session.ts"
export { claimsOf } from "./session/accessToken.ts"
export type { CookieOptions } from "./session/cookies.ts"
export type { HeadersLike } from "./session/headersLike.ts"
export type { RequestLike, RequestStoreOptions, RequestTokenStore } from "./session/requestStore.ts"
export type { SessionState } from "./session/Session.ts"
export { type AuthTokens, bearerOf, sessionInHeaders } from "./session/sessionHeaders.ts"
export { forbidSharedCaches, type NodeResponse, writeCookies } from "./session/sharedCaches.ts"
export { TokenStoreFailed } from "./session/TokenStore.ts"
export { tokenStoreOf, type TokenStoreOption } from "./session/tokenStoreOf.ts"
export * as SessionLedger from "./SessionLedger.ts"
export * as SessionPolicy from "./SessionPolicy.ts"
export * as Tabs from "./Tabs.ts"
export * as TokenStore from "./TokenStore.ts"
export * as Transport from "./Transport.ts"
export * as Urls from "./Urls.ts"
export * as Visibility from "./Visibility.ts"

// Types that signatures mention, exported by name.
export type { AdminAccess, ClientAccess, ServerAccess } from "../schemas/access.ts"
export type { AccessTokenClaims } from "../schemas/entities/AccessTokenClaims.ts"
export type {
  CallError,
  CallReason,
  DiagnosticsReport,
  InvalidConfiguration,
  RedirectRefused,
  ResponseTooLarge,
  UserChanged
} from "../schemas/errors/CallError.ts"
