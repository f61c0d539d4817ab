/** The three access levels as layers: client, server, admin. Code in lower folders doesn't depend on levels. */
export {
  layerAdmin,
  layerClient,
  layerServer,
  makeClientCaller,
  makeSignedOutCaller,
  ObserveCaller,
  OwnerSession
} from "./access.ts"
export { bindToUser, sameUser } from "./bindToUser.ts"
export { forPerson, untilPersonChanges, whilePerson } from "./forPerson.ts"
export { make as ownerSessionOf, type OwnerToken } from "./ownerToken.ts"
