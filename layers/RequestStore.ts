/** Sessions on a server: a `TokenStore` for each incoming request. */
export {
  layerNextjs,
  type NextHeaders,
  type RequestLike,
  requestStore as make,
  type RequestStoreOptions,
  type RequestTokenStore
} from "./session/requestStore.ts"
