/** The MCP endpoint, a route of `HttpRouter`. */
import * as Layer from "effect/Layer"
import { Authenticator, layerHttp } from "latchkey/mcp"
import { tools } from "./tools.ts"

/** Serves the tools at an address: `https://notes.example.com/mcp`. */
export const mcpAt = (resource: string) =>
  layerHttp({
    name: "Notes",
    version: "1.0.0",
    resource,
    documentation: "https://notes.example.com/docs/api-keys",
    registrations: tools
  }).pipe(Layer.provide(Authenticator.layer()))
