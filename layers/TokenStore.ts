/** Where a session is kept, and a layer for each place. */
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
