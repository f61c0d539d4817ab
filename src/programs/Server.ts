/**
 * The ready-made layers for trusted back ends, and the server flows: `Server.layer`, `Server.users.stream()`. Don't
 * bundle them for a browser, where the layer rejects their keys.
 */
export * from "../server/index.ts"
export { VaultStore } from "../vault/index.ts"
export { layer, layerNoProject, type ServerOptions } from "./serverLayer.ts"
