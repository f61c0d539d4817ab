/**
 * Both sides of OAuth: the platform's own flows, and the external providers. Used by handlers and by the pages of the
 * emulator's own provider.
 */
export * as accounts from "./accounts.ts"
export * as connectedAccounts from "./connectedAccounts.ts"
export * as externalVendors from "./externalVendors.ts"
export * as identityProviders from "./identityProviders.ts"
export * as oauthFlows from "./oauthFlows.ts"
export * as oauthRequests from "./oauthRequests.ts"
export { projectOf } from "./oauthRequests.ts"
export * as oauthSignIn from "./oauthSignIn.ts"
export * as oidc from "./oidc.ts"
export * as ownProvider from "./ownProvider.ts"
export { pagePath } from "./ownProvider.ts"
export * as signUpRules from "./signUpRules.ts"
