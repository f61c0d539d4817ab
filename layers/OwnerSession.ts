/** The session of a project owner, which replaces every key. */
export { OwnerSession } from "./access/access.ts"
export { make, type OwnerToken } from "./access/ownerToken.ts"
