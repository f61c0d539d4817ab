/**
 * The three levels of access as layers: client, server, admin.
 * Programs build on these; nothing below knows of levels.
 */
export { layerAdmin, layerServer, makeClientCaller, OwnerSession } from "./access.ts"
export { bindToUser, sameUser } from "./bindToUser.ts"
export { ownerSessionOf, type OwnerToken } from "./ownerToken.ts"
