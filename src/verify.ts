/** Believing requests and webhooks on a back end: `latchkey/verify`. Verifying tokens alone needs no Effect. */
export type { HeadersLike } from "../layers/session/sessionHeaders.ts"
export { type NodeResponse, writeCookies } from "../layers/session/sharedCaches.ts"
export type { Restriction } from "../schemas/entities/RestrictedReason.ts"
export type { SecretInput } from "../schemas/fields.ts"
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
export {
  KeysUnavailable,
  type TokenFault,
  TokenRejected,
  UnverifiedLimitReached,
  VerifierMisconfigured,
  type WebhookFault,
  WebhookRejected
} from "./verify/errors.ts"
export { keyPolicy } from "./verify/keySet.ts"
export type { TokenUser } from "./verify/TokenUser.ts"
export { unverifiedDefaults, type UnverifiedOptions } from "./verify/UnverifiedBudget.ts"
export { createVerifier, type VerifiedToken, type Verifier, type VerifierOptions } from "./verify/verifier.ts"
export {
  type NodeWebhookRequest,
  type VerifiedWebhook,
  verifyWebhook,
  type WebhookOptions,
  type WebhookRequest
} from "./verify/webhook.ts"
