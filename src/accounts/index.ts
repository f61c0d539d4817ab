/**
 * Several accounts on one device, one of them active. A separate entry, so that apps with one account load none of it.
 */
export { AccountNotFound } from "./AccountNotFound.ts"
export * as Accounts from "./Accounts.ts"
export { accountsOf, type LatchkeyAccounts } from "./promises.ts"

// types in the signatures above
export type { CookieOptions } from "../../layers/session/cookies.ts"
export type { StoredAccount, TokenStoreFailed } from "../../layers/session/TokenStore.ts"
export type { ClientAccess } from "../../schemas/access.ts"
export type { CallError, InvalidConfiguration } from "../../schemas/errors/CallError.ts"
export type { LatchkeyClient } from "../promise/createClient.ts"
