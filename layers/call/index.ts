/**
 * One call of an endpoint: encoded, sent, repeated by its policy, decoded.
 * Rooms above make callers of it, and share its small parts: transport, policy, log.
 */
export { issuesOf } from "./answer.ts"
export { type Authorize, type Credentials, makeCaller, withoutCredentials } from "./call.ts"
export { capturedReferences } from "./capturedReferences.ts"
export { Diagnostics } from "./Diagnostics.ts"
export { inBrowser, namesOf, namesToSet } from "./environment.ts"
export { type Listeners, makeListeners } from "./listeners.ts"
export { listenToSpan } from "./listenToSpan.ts"
export * as log from "./log.ts"
export { throttled } from "./log.ts"
export {
  layer as layerProjectOf,
  layerConfig as layerProjectConfig,
  make as makeProject,
  Project,
  type ProjectOptions,
  publicClient
} from "./Project.ts"
export { layerProject, type ProjectSettings } from "./projectDefaults.ts"
export { gateDefaults, partitionOf, refreshes, refreshesFromRequests } from "./rateLimitGate.ts"
export { encode, tokenIsUndefined } from "./request.ts"
export { MaxResponseBytes, OutlivesPage } from "./requestSettings.ts"
export {
  type AttemptFailure,
  defaults as retryDefaults,
  layer as layerRetryPolicy,
  type Policy,
  RetryPolicy,
  waitAfter
} from "./RetryPolicy.ts"
export { launch, singleFlight } from "./singleFlight.ts"
export {
  type Fetch,
  layerFetch,
  layerFetchWith,
  Lost,
  Transport,
  type WireRequest,
  type WireResponse
} from "./Transport.ts"
export { TokenBucket, unverifiedDefaults } from "./unverified.ts"
export { nonce, randomSecret, sha256, sha256Base64Url } from "./webCrypto.ts"
