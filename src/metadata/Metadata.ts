/** Typed metadata: definitions, and the values of the signed-in user and the user's teams. */
export * as currentUser from "./currentUser.ts"
export { define, older, versions } from "./definition.ts"
export { of } from "./stored.ts"
export * as teams from "./teams.ts"
