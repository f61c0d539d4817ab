/** Flows of a signed-in user, and flows for signing in. The promise API is generated from these. */
export {
  contactChannels,
  currentProject,
  currentUser,
  notificationPreferences,
  ownedProjects,
  permissions,
  sessions,
  userApiKeys
} from "./account/index.ts"
export {
  accessToken,
  type AccessTokenOptions,
  authHeaders,
  authJson,
  authorizationHeader,
  emailVerification,
  password,
  signIn,
  signOut,
  signUp
} from "./authentication/index.ts"
export { cliLogin } from "./cli/index.ts"
export { connectedAccounts, oauth, oauthProviders } from "./oauth/index.ts"
export { passkeys } from "./passkeys/index.ts"
export { redirectTo } from "./redirects/index.ts"
export { memberProfiles, teamApiKeys, teamInvitations, teams } from "./teams/index.ts"
export { totp } from "./totp/index.ts"
