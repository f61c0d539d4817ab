/** Handlers of users and their data. */
export { handlers as connectedAccounts } from "./connectedAccounts.ts"
export { handlers as contactChannels } from "./contactChannels.ts"
export { handlers as notificationPreferences } from "./notificationPreferences.ts"
export { handlers as oauthProviders } from "./oauthProviders.ts"
export { handlers as users } from "./users.ts"
