/** An MCP server over HTTP that authenticates each request. */
import * as McpProtocol from "effect/ai/McpProtocol"
import * as McpServer from "effect/ai/McpServer"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import type { CurrentUser } from "../identity/index.ts"
import type { Authenticator } from "../verify/index.ts"
import { guardOf } from "./guard.ts"
import { resourceOf, type ResourceOptions } from "./resource.ts"

type Adapter = McpProtocol.ProtocolAdapter

type Protocols = readonly [Adapter, ...ReadonlyArray<Adapter>]

/** Revisions that `layerHttp` serves by default: those with a single HTTP endpoint. */
const usualProtocols = [
  McpProtocol.v2026_07_28,
  McpProtocol.v2025_11_25,
  McpProtocol.v2025_06_18,
  McpProtocol.v2025_03_26
] as const

/** Options for {@link layerHttp}: those of Effect's `McpServer.layerHttp`, and the address of the endpoint. */
export interface ServerOptions<Served extends Protocols, RA, RE, RR> extends
  ResourceOptions,
  Omit<
    Parameters<typeof McpServer.layerHttp<Served, RA, RE, RR>>[0],
    keyof ResourceOptions | "protocols" | "allowSessionTermination"
  >
{
  /** Revisions of MCP. Only those before 2026-07-28 have sessions. @default every revision since 2025-03-26 */
  readonly protocols?: Served | undefined
}

type Provided<Served extends Protocols> = McpServer.ProvidedServices<Served, true> | CurrentUser

/**
 * Serves an MCP endpoint on `HttpRouter`. Tools, resources and prompts read `CurrentUser`, the person behind the
 * current request.
 *
 * - Every request needs a session's access token or a user's API key as `Authorization: Bearer …`, or the API key as
 *   `x-api-key`. Cookies don't count. An access token is verified without the network.
 * - Other requests get a 401 whose challenge names the metadata of the resource (RFC 9728 §5.1), which this layer serves
 *   too. If the platform can't be reached, they get a 503.
 * - An MCP session serves only the person who began it. All other users get a 404.
 * - A subscription ends when its user is no longer signed in by the credentials that opened it: when the access token
 *   expires, or within two minutes after the API key was revoked.
 *
 * Fails with `InvalidConfiguration` before anything is served.
 *
 * @example
 * ```ts
 * import { Effect, Layer, Schema } from "effect"
 * import { McpServer, Tool, Toolkit } from "effect/ai"
 * import { HttpRouter, HttpServer } from "effect/http"
 * import { Authenticator, CurrentUser, layerHttp } from "latchkey/mcp"
 *
 * const Notes = Toolkit.make(Tool.make("mine", { success: Schema.String, dependencies: [CurrentUser] }))
 * const tools = Notes.toLayer({ mine: () => Effect.map(CurrentUser, ({ userId }) => `Notes of ${userId}`) })
 * const registrations = Layer.provide(McpServer.toolkit(Notes), tools)
 * const server = layerHttp({ name: "Notes", version: "1.0.0", resource: "https://notes.example.com/mcp", registrations })
 * const live = server.pipe(Layer.provide(Authenticator.layer()), Layer.provide([platform, HttpServer.layerServices]))
 * const { handler } = HttpRouter.toWebHandler(live, { disableLogger: true })
 * console.log((await handler(new Request("https://notes.example.com/mcp", { method: "POST" }))).status) // 401
 * ```
 */
export const layerHttp = <
  const Served extends Protocols = typeof usualProtocols,
  RA = never,
  RE = never,
  RR = never
>(options: ServerOptions<Served, RA, RE, RR>): Layer.Layer<
  McpServer.McpServer | McpServer.McpRequest.From<"Requires", Provided<Served>>,
  InvalidConfiguration | RE,
  | HttpRouter.HttpRouter
  | Authenticator
  | Exclude<McpServer.McpRequest.Without<RR>, McpServer.McpServer>
  | HttpRouter.Request.From<"Requires", Exclude<McpServer.McpRequest.Only<"Requires", RR>, Provided<Served>>>
> =>
  Layer.unwrap(Effect.gen(function*() {
    const resource = yield* Effect.fromResult(resourceOf(options))
    const { protocols = usualProtocols, ...others } = options
    const endpoint = McpServer.layerHttp({ ...others, protocols, path: resource.path, allowSessionTermination: true })
    const described = Effect.succeed(HttpServerResponse.jsonUnsafe(resource.metadata))
    return Layer.mergeAll(
      Layer.provide(endpoint, guardOf(resource).layer),
      ...resource.metadataPaths.map((path) => HttpRouter.add("GET", path, described))
    )
  })).pipe(Layer.catchCause((cause) => Layer.effectDiscard(Effect.failCause(explained(cause))))) as never

/** Replaces failures of Effect's server and router that are caused by an option. */
const explained = (cause: Cause.Cause<unknown>): Cause.Cause<unknown> =>
  Cause.fromReasons(cause.reasons.map((reason) => {
    const problem: unknown = Cause.isFailReason(reason)
      ? reason.error
      : Cause.isDieReason(reason)
      ? reason.defect
      : undefined
    const taken = problem instanceof Error
      ? /already declared for route '([^']*)'/.exec(problem.message)?.[1]
      : undefined
    if (taken !== undefined) {
      return Cause.makeFailReason(
        new InvalidConfiguration({
          setting: "resource",
          problem: `has a path that the router already serves: ${taken}`,
          next: "Use another path. Of several MCP servers in one router, all but one need metadataAtRoot: false."
        })
      )
    }
    if (!Cause.isIllegalArgumentError(problem)) return reason
    return Cause.makeFailReason(
      new InvalidConfiguration({
        setting: "layerHttp",
        problem: `has an option that Effect's McpServer rejects: ${problem.message}`,
        next: "Correct that option."
      })
    )
  }))
