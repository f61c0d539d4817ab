/** How requests are sent to the platform: by `fetch`, or by a transport of your own. */
export {
  type Fetch,
  type FetchOptions,
  layerFetch,
  Lost,
  MaxResponseBytes,
  OutlivesPage,
  PropagateTrace,
  type RateLimitPartition,
  Transport,
  type WireRequest,
  type WireResponse
} from "./call/Transport.ts"
