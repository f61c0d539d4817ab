/**
 * The three access levels as layers: client, server, admin. Programs build on these; the rooms below are independent of
 * levels.
 */
export { layerAdmin, layerClient, layerServer, makeClientCaller, OwnerSession } from "./access.ts"
export { bindToUser, sameUser } from "./bindToUser.ts"
export { make as ownerSessionOf, type OwnerToken } from "./ownerToken.ts"
