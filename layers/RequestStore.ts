/** The session of the sender of a request, for servers: a `TokenStore` for each request. */
export {
  layerNextjs,
  type NextHeaders,
  type RequestLike,
  requestStore as make,
  type RequestStoreOptions,
  type RequestTokenStore
} from "./session/requestStore.ts"
