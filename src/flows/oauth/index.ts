/** OAuth sign-in and connected accounts. Exported as flows and used by cached reads. */
export * as connectedAccounts from "./connectedAccounts.ts"
export * as oauth from "./oauth.ts"
export * as oauthProviders from "./oauthProviders.ts"
