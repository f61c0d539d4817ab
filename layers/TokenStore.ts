/** Storage of the session's tokens, and a layer for each kind of storage. */
export { CookiePage, layerCookies } from "./session/browserCookies.ts"
export type { CookieOptions } from "./session/cookies.ts"
export { type KeyValueOptions, layerKeyValue } from "./session/keyValueStore.ts"
export {
  layerExplicit,
  layerMemory,
  layerNone,
  type StoredTokens,
  TokenStore,
  TokenStoreFailed
} from "./session/TokenStore.ts"
export { layerDefault } from "./session/tokenStoreOf.ts"
