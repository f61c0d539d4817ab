/** MCP servers on Effect's `McpServer`. Their tools know the signed-in user. */
export * from "../identity/requests.ts"
export { RequireFresh, RequireHuman, type RequirementOptions, RequirePermission } from "./middleware.ts"
export type { ResourceOptions } from "./resource.ts"
export { layerHttp, type ServerOptions } from "./server.ts"
