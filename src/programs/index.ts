/**
 * The usual layers, ready made: client, server, admin.
 * For entries, the promise facade, the command.
 */
export * as Admin from "./Admin.ts"
export * as Client from "./Client.ts"
export { clientServices } from "./clientServices.ts"
export { layerSending, type SendingOptions } from "./SendingOptions.ts"
export * as Server from "./Server.ts"
