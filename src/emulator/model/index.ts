/** Operations on the emulator's records, by subject: users, teams, codes, tokens, permissions. Used by handlers. */
export * as apiKeys from "./apiKeys.ts"
export * as botChallenge from "./botChallenge.ts"
export * as cliLogins from "./cliLogins.ts"
export * as codes from "./codes.ts"
export { otpLength } from "./codes.ts"
export * as configLayers from "./configLayers.ts"
export * as contactChannels from "./contactChannels.ts"
export * as events from "./events.ts"
export { emit } from "./events.ts"
export * as invitations from "./invitations.ts"
export * as metrics from "./metrics.ts"
export * as oauthAccounts from "./oauthAccounts.ts"
export * as passkeys from "./passkeys.ts"
export * as passwords from "./passwords.ts"
export { maxLength } from "./passwords.ts"
export {
  type ConfiguredProduct,
  connectAccount,
  isAmount,
  PaymentsConfig,
  paymentsOf,
  seedPayments
} from "./paymentsConfig.ts"
export * as permissions from "./permissions.ts"
export * as pictures from "./pictures.ts"
export { isDataUrl } from "./pictures.ts"
export * as projectConfig from "./projectConfig.ts"
export * as projects from "./projects.ts"
export { accepts, addKeys, checkClientKey, checkClientSecret, clientView, endOfTime } from "./projects.ts"
export { restrictionOf } from "./restrictions.ts"
export * as sessions from "./sessions.ts"
export * as teamEvents from "./teamEvents.ts"
export * as teams from "./teams.ts"
export { membershipOf } from "./teams.ts"
export * as tokens from "./tokens.ts"
export { audiences, expiredError, verify } from "./tokens.ts"
export { digitsAt } from "./totp.ts"
export { isTrusted, trusted, withCode } from "./trustedUrls.ts"
export * as users from "./users.ts"
export * as userSearch from "./userSearch.ts"
export { serverTeamView, serverUserView, teamView, userView } from "./userViews.ts"
export * as webhooks from "./webhooks.ts"
export { isSecret, isUrl, type NewWebhook } from "./webhooks.ts"
