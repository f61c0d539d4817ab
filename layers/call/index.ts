/**
 * One call of an endpoint: encoding, sending, retrying and decoding. Higher folders build callers from it, and use its
 * transport, policies and log.
 */
export {
  inBrowser,
  lacksProject,
  namesOf,
  namesToSet,
  type SecretKey,
  type Setting,
  whereToGet
} from "../environment/index.ts"
export { type Credentials, withoutCredentials } from "./attempt.ts"
export { makeCaller } from "./call.ts"
export { carriedClock, isCarried } from "./carriedClock.ts"
export { Diagnostics } from "./Diagnostics.ts"
export { Digest, layerDigest, nonce, randomBytes } from "./Digest.ts"
export { digested, randomSecret, sha256, sha256Base64Url, subtleCrypto } from "./digests.ts"
export { Listeners } from "./Listeners.ts"
export * as log from "./log.ts"
export { throttled } from "./log.ts"
export { afterWrite, announced, makePageWrites, PageWrites, ReportedTo } from "./PageWrites.ts"
export { bucketOf, partitionOf, refreshes, refreshesFromRequests, Refunds } from "./partitions.ts"
export {
  age,
  changed,
  type Changes,
  count,
  longestWait,
  millisOf,
  policyLayer,
  schedule as scheduleField,
  text,
  time,
  timeAboveZero,
  timeOrForever,
  validator
} from "./policy.ts"
export {
  hostedBaseUrl,
  layer as layerProjectOf,
  make as makeProject,
  Project,
  type ProjectOptions,
  publicClient
} from "./Project.ts"
export {
  completedProject,
  extraHeaders,
  layerProject,
  type PageSettings,
  pageSettings,
  type ProjectSettings,
  requireProject
} from "./projectDefaults.ts"
export { type Bucket, type Gate, gateDefaults, HeldBack, type Permit, RateLimitGate } from "./RateLimitGate.ts"
export { bytesOf, chunksOf, decodeUtf8, faultOf, isError, joined, nameOf, readBody, readBytes } from "./receive.ts"
export { encode, tokenIsUndefined } from "./request.ts"
export { following, MaxResponseBytes, OutlivesPage, timeLimit } from "./requestSettings.ts"
export {
  dateOf,
  inSchemaError,
  isKnownErrorBody,
  knownErrorOf,
  namesOf as platformHeaderNames,
  realStatus
} from "./response.ts"
export { retryAfterMillis } from "./retryAfter.ts"
export {
  type AttemptFailure,
  honourRetryAfter,
  isRetryable,
  layer as layerRetryPolicy,
  make as makeRetryPolicy,
  mayPass,
  type Policy,
  type PolicyInput,
  RetryPolicy
} from "./RetryPolicy.ts"
export { scrubber } from "./scrub.ts"
export { providedSettings, settingOr, withNow, withoutSettings } from "./settings.ts"
export { launch, singleFlight } from "./singleFlight.ts"
export {
  type Fetch,
  layerFetch,
  ObserveTransport,
  Transport,
  TransportError,
  type WireRequest,
  type WireResponse
} from "./Transport.ts"
