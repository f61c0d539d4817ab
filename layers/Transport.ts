/** How requests are sent to the platform: by `fetch`, or by a transport of your own. */
export {
  type Fetch,
  type FetchOptions,
  layerFetch,
  MaxResponseBytes,
  OutlivesPage,
  PropagateTrace,
  type RateLimitPartition,
  Transport,
  TransportError,
  type WireRequest,
  type WireResponse
} from "./call/Transport.ts"
