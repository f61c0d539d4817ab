/** API keys of teams, for back ends that create and check them. docs/platform.md §12. */
export { check } from "../../schemas/endpoints/teamApiKeys.ts"
export { create, describe, get, list, revoke, type TeamKey, whyInvalid } from "../flows/teams/index.ts"
