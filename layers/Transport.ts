/** Ways to send requests to the platform: with `fetch`, or with your own transport. */
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
