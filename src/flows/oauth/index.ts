/**
 * Signing in at a provider and connected accounts.
 * For the flows' list and for reads.
 */
export * as connectedAccounts from "./connectedAccounts.ts"
export * as oauth from "./oauth.ts"
export * as oauthProviders from "./oauthProviders.ts"
