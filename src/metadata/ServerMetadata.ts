/** Typed metadata of any user and team, for back ends. */
export * as teams from "./serverTeams.ts"
export * as users from "./serverUsers.ts"
