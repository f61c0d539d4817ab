/** Keys that act for a team, for a back end that makes them and is given them. docs/platform.md §12. */
export { check } from "../../schemas/endpoints/teamApiKeys.ts"
export { create, describe, get, list, revoke, type TeamKey, whyInvalid } from "../flows/teams/index.ts"
