/**
 * The user's own account: profile, contact channels, sessions, API keys, permissions and notifications. Other flows and
 * the server level build on it.
 */
export { type InvalidReason, whyInternalInvalid, whyInvalid } from "./apiKeyValidity.ts"
export * as contactChannels from "./contactChannels.ts"
export {
  type Channel,
  list as listContactChannels,
  makePrimary,
  remove,
  sendVerificationMail,
  setUsedForAuth
} from "./contactChannels.ts"
export * as currentProject from "./currentProject.ts"
export * as currentUser from "./currentUser.ts"
export { get as getCurrentUser, type IncludeRestricted, type Or } from "./getUser.ts"
export { type NewApiKey, onlyOf } from "./newApiKey.ts"
export * as notificationPreferences from "./notificationPreferences.ts"
export * as ownedProjects from "./ownedProjects.ts"
export * as permissions from "./permissions.ts"
export { get as getPermissions, has, list as listPermissions, type Wanted, type Where } from "./permissions.ts"
export * as sessions from "./sessions.ts"
export * as userApiKeys from "./userApiKeys.ts"
export { create, describe, get as getUserApiKeys, list as listUserApiKeys, revoke } from "./userApiKeys.ts"
export type { UserTarget } from "./UserTarget.ts"
