/**
 * Believing requests and webhooks on a back end: `latchkey/verify`. Verifying tokens loads no Effect: that comes with the
 * first authenticator or webhook.
 */
export type { HeadersLike } from "../layers/session/headersLike.ts"
export { type NodeResponse, writeCookies } from "../layers/session/sharedCaches.ts"
export type { Restriction } from "../schemas/entities/RestrictedReason.ts"
export type { SecretInput } from "../schemas/fields.ts"
export { KeysUnavailable, type TokenFault, TokenRejected, VerifierMisconfigured } from "./token/errors.ts"
export { keyPolicy } from "./token/keySet.ts"
export type { TokenUser } from "./token/TokenUser.ts"
export { createVerifier, type VerifiedToken, type Verifier, type VerifierOptions } from "./token/verifier.ts"
export type {
  Anonymous,
  Authentication,
  InSession,
  Restricted,
  SignedIn,
  SignedOut,
  SignedOutReason,
  TeamSignedIn,
  Unavailable
} from "./verify/Authentication.ts"
export {
  createAuthenticator,
  type CreateAuthenticatorOptions,
  type RequestAuthenticator
} from "./verify/createAuthenticator.ts"
export type { RequestLike } from "./verify/credentials.ts"
export { UnverifiedLimitReached, type WebhookFault, WebhookRejected } from "./verify/errors.ts"
export { unverifiedDefaults, type UnverifiedOptions } from "./verify/unverifiedOptions.ts"
export {
  type NodeWebhookRequest,
  type VerifiedWebhook,
  verifyWebhook,
  type WebhookOptions,
  type WebhookRequest
} from "./verify/webhook.ts"
