/**
 * Authenticates requests and verifies webhooks on a back end: `latchkey/verify`. Token verification doesn't load
 * Effect, which is loaded with the first authenticator or webhook.
 */
export type { HeadersLike } from "../layers/session/headersLike.ts"
export { type NodeResponse, writeCookies } from "../layers/session/sharedCaches.ts"
export type { Restriction } from "../schemas/entities/restriction.ts"
export type { SecretInput } from "../schemas/secrets.ts"
export { type ConvexOptions, type ConvexProvider, convexProviders } from "./backend/token/convexProviders.ts"
export { KeysUnavailable, type TokenFault, TokenRejected, VerifierMisconfigured } from "./backend/token/errors.ts"
export { keyPolicy } from "./backend/token/keySet.ts"
export type { VerifierOptions } from "./backend/token/settings.ts"
export type { TokenUser } from "./backend/token/TokenUser.ts"
export { createVerifier, type VerifiedToken, type Verifier } from "./backend/token/verifier.ts"
export type {
  Anonymous,
  Authentication,
  Restricted,
  SessionAuthentication,
  SignedIn,
  SignedOut,
  SignedOutReason,
  TeamSignedIn,
  Unavailable
} from "./backend/verify/Authentication.ts"
export {
  createAuthenticator,
  type CreateAuthenticatorOptions,
  type RequestAuthenticator
} from "./backend/verify/createAuthenticator.ts"
export type { RequestLike } from "./backend/verify/credentials.ts"
export { UnverifiedLimitReached, type WebhookFault, WebhookRejected } from "./backend/verify/errors.ts"
export type { FreshInput, FreshMeans, FreshOptions } from "./backend/verify/freshRule.ts"
export { unverifiedDefaults, type UnverifiedOptions } from "./backend/verify/unverifiedOptions.ts"
export {
  type NodeWebhookRequest,
  type VerifiedWebhook,
  verifyWebhook,
  type WebhookOptions,
  type WebhookRequest
} from "./backend/verify/webhook.ts"
