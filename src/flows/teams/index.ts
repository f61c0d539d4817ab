/** Teams with their members, invitations and API keys. Exported as flows and used at server level. */
export * as memberProfiles from "./memberProfiles.ts"
export * as teamApiKeys from "./teamApiKeys.ts"
export { create, describe, get, list, revoke, type TeamKey, whyInvalid } from "./teamApiKeys.ts"
export * as teamInvitations from "./teamInvitations.ts"
export * as teams from "./teams.ts"
