/** Handlers of teams, their members and permissions. */
export { projectPermissionDefinitions, teamPermissionDefinitions } from "./permissionDefinitions.ts"
export { handlers as projectPermissions } from "./projectPermissions.ts"
export { handlers as teamInvitations } from "./teamInvitations.ts"
export { handlers as teamMemberProfiles } from "./teamMemberProfiles.ts"
export { handlers as teamMemberships } from "./teamMemberships.ts"
export { handlers as teamPermissions } from "./teamPermissions.ts"
export { handlers as teams } from "./teams.ts"
