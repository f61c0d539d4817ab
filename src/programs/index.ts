/**
 * The ready-made layers for client, server and admin programs. The entry points, the promise API and the command build
 * on them.
 */
export * as Admin from "./Admin.ts"
export * as Client from "./Client.ts"
export { clientServices } from "./clientServices.ts"
export { layerSending, type SendingOptions } from "./SendingOptions.ts"
export * as Server from "./Server.ts"
export { layer as serverLayer, type ServerOptions } from "./serverLayer.ts"
