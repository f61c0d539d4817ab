/**
 * The session: its tokens, their shared refresh, and the stores that keep them between calls. Access, reads and fleets
 * build on this folder; flows start and end sessions with it.
 */
export { type Life, lifeOf, remainingMillis } from "./accessToken.ts"
export { CookiePage } from "./browserCookies.ts"
export {
  changesFor,
  type CookieOptions,
  cookieSite,
  encoded,
  parseCookies,
  problemOfCookies,
  serialized,
  sessionIn
} from "./cookies.ts"
export { type CoolDown, makeCoolDown } from "./coolDown.ts"
export { type CurrentSession, keyOf, type SessionState, stateOfToken } from "./currentSession.ts"
export { headerOf, type HeadersLike } from "./headersLike.ts"
export { layerKeyValue as layerKeyValueTokenStore } from "./keyValueStore.ts"
export { MfaAttempt } from "./MfaAttempt.ts"
export { entryLockOf, makeMutex } from "./mutex.ts"
export { refreshGrant } from "./refreshGrant.ts"
export { placeOf, schemeOf } from "./requestPlace.ts"
export {
  layer as layerSession,
  make as makeSession,
  type NewTokens,
  ObserveSession,
  Session,
  type SessionFacts,
  SessionOfCall
} from "./Session.ts"
export { type AuthTokens, bearerOf, sessionHeaderNames, sessionInHeaders } from "./sessionHeaders.ts"
export {
  type Changes as SessionPolicyChanges,
  layer as layerSessionPolicy,
  resolve as resolveSessionPolicy,
  SessionPolicy
} from "./SessionPolicy.ts"
export {
  forbidSharedCaches,
  isForSharedCaches,
  type NodeResponse,
  privateCacheControl,
  writeCookies
} from "./sharedCaches.ts"
export { tokensFromText, tokensToText } from "./storedText.ts"
export {
  type ExternalGrant,
  inMemory,
  isTokenText,
  layerExplicit,
  layerMemory,
  layerNone,
  sameTokens,
  type StoredAccount,
  type StoredAccounts,
  type StoredTokens,
  TokenStore,
  TokenStoreFailed
} from "./TokenStore.ts"
export {
  layerDefault as layerDefaultTokenStore,
  openTokenStore,
  tokenStoreOf,
  type TokenStoreOption
} from "./tokenStoreOf.ts"
export { areOfDifferentUsers, type IsWriter, type UsableTokens, Writer } from "./usableTokens.ts"
export { valueStream } from "./valueStream.ts"
