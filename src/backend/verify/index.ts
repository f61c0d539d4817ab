/**
 * Verification of API keys, webhooks and whole requests on a back end. Adapters, `HttpApi` middleware and fleets build
 * on it; its entry is `src/verify.ts`.
 */
export { isRenewable, isRestricted, restrictedFor } from "./accessTokens.ts"
export { acrossRequests } from "./acrossRequests.ts"
export type { Authentication, SessionAuthentication, SignedIn, TeamSignedIn } from "./Authentication.ts"
export { Authenticator, type AuthenticatorOptions, type AuthenticatorParts, make } from "./Authenticator.ts"
export type { RequestAuthenticator } from "./createAuthenticator.ts"
export { credentialHeaders, type RequestLike } from "./credentials.ts"
export { WebhookRejected } from "./errors.ts"
export { adapterRule, type FreshInput, type FreshRule, freshRuleOf, PlainInvalidConfiguration } from "./freshRule.ts"
export { inSession, rejected, signedOut, unavailable } from "./outcomes.ts"
export { type Problem, type ProblemName, problemOf, problemType } from "./problem.ts"
export {
  accountNeeded,
  challenge,
  confirmationNeeded,
  humanNeeded,
  isOfSession,
  notCheckedNow,
  type Refusal,
  refusal,
  retryAfter,
  sessionNeeded,
  staleSentences,
  stepUp,
  whyRefused
} from "./refusal.ts"
export { expected, refuseTooLarge, type VerifiedWebhook, type WebhookOptions, within } from "./webhook.ts"
