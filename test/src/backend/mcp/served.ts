/** An MCP server for tests, whose clock is the test's, and functions that send raw requests to it. */
import * as McpServer from "effect/ai/McpServer"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Access from "../../../../layers/access/access.ts"
import { Project } from "../../../../layers/call/Project.ts"
import { Transport } from "../../../../layers/call/Transport.ts"
import { ServerAccess } from "../../../../schemas/access.ts"
import {
  Authenticator,
  CurrentUser,
  layerHttp,
  Permitted,
  PermittedInTeam,
  RequireFresh,
  RequireHuman,
  RequirePermission,
  type ResourceOptions
} from "../../../../src/backend/mcp/index.ts"
import { withCredits } from "../../../../src/payments/index.ts"

export const address = "http://localhost/mcp"

const person = Effect.map(CurrentUser, ({ userId }) => userId)

const Open = Toolkit.make(
  Tool.make("whoami", { success: Schema.String, dependencies: [CurrentUser] }),
  Tool.make("waits", { success: Schema.String, dependencies: [CurrentUser] }),
  Tool.make("paid", {
    parameters: Schema.Struct({ as: Schema.String }),
    success: Schema.String,
    failure: Schema.String,
    dependencies: [CurrentUser]
  })
)
const All = Toolkit.make(Tool.make("all", { success: Schema.String, dependencies: [Permitted("read_all")] }))
const OfTeam = Toolkit.make(
  Tool.make("team", {
    parameters: Schema.Struct({ team: Schema.optionalKey(Schema.String) }),
    success: Schema.String,
    dependencies: [PermittedInTeam("$update_team")]
  })
)
const Fresh = Toolkit.make(Tool.make("erase", { success: Schema.String, dependencies: [CurrentUser] }))

const Human = Toolkit.make(Tool.make("sign", { success: Schema.String, dependencies: [CurrentUser] }))

/** A call of the tool `waits`. The fields show that it has begun and let it end. */
export interface Waiting {
  readonly begun: Deferred.Deferred<void>
  readonly release: Deferred.Deferred<void>
  readonly interrupted: Deferred.Deferred<void>
}

const openTools = (waiting: Waiting) =>
  Open.toLayer(Effect.gen(function*() {
    const access = yield* ServerAccess
    return {
      whoami: () => Effect.andThen(Effect.yieldNow, person),
      waits: () =>
        Effect.gen(function*() {
          const before = yield* person
          yield* Deferred.succeed(waiting.begun, void 0)
          yield* Deferred.await(waiting.release)
          return before === (yield* person) ? before : "another person"
        }).pipe(Effect.onInterrupt(() => Deferred.succeed(waiting.interrupted, void 0))),
      paid: ({ as }) =>
        Effect.gen(function*() {
          const { userId } = yield* CurrentUser
          const work: Effect.Effect<string, string> = as === "fails"
            ? Effect.fail("no paper")
            : Effect.succeed("a picture")
          return yield* withCredits({ userId, itemId: "credits" }, 2)(work)
        }).pipe(
          Effect.mapError((error) => typeof error === "string" ? error : error._tag),
          Effect.provideService(ServerAccess, access)
        )
    }
  }))

const registrationsOf = (waiting: Waiting) =>
  Layer.mergeAll(
    McpServer.toolkit(Open).pipe(Layer.provide(openTools(waiting))),
    McpServer.toolkit(All).pipe(
      Layer.provide(RequirePermission("read_all").layer),
      Layer.provide(All.toLayer({ all: () => Effect.map(Permitted("read_all"), ({ userId }) => userId) }))
    ),
    McpServer.toolkit(OfTeam).pipe(
      Layer.provide(RequirePermission("$update_team", { teamIdFrom: "team" }).layer),
      Layer.provide(OfTeam.toLayer({ team: () => Effect.map(PermittedInTeam("$update_team"), ({ teamId }) => teamId) }))
    ),
    McpServer.toolkit(Fresh).pipe(
      Layer.provide(RequireFresh("5 minutes").layer),
      Layer.provide(Fresh.toLayer({ erase: () => person }))
    ),
    McpServer.toolkit(Human).pipe(
      Layer.provide(RequireHuman().layer),
      Layer.provide(Human.toLayer({ sign: () => person }))
    )
  )

/** Headers and body of a message. */
export interface Sent {
  readonly token?: string | undefined
  readonly session?: string | undefined
  readonly headers?: { readonly [name: string]: string }
  readonly signal?: AbortSignal
  /** Text to append to the address. */
  readonly query?: string
}

/** The server at an address, and the call of `waits`. */
export const serverAt = (resource: string, options: Partial<ResourceOptions> = {}) =>
  Effect.gen(function*() {
    const waiting: Waiting = {
      begun: yield* Deferred.make<void>(),
      release: yield* Deferred.make<void>(),
      interrupted: yield* Deferred.make<void>()
    }
    const registrations = registrationsOf(waiting)
    const server = layerHttp({ name: "Notes", version: "1.0.0", resource, registrations, ...options })
    return { live: Layer.provide(server, Authenticator.layer()), waiting }
  })

/** Serves the tools. */
export const served = (options: Partial<ResourceOptions> = {}) =>
  Effect.gen(function*() {
    const platform = Layer.merge(Layer.succeed(Project, yield* Project), Layer.succeed(Transport, yield* Transport))
    const { live: server, waiting } = yield* serverAt(address, options)
    const live = server.pipe(
      Layer.provide(Layer.fresh(Access.layerServer())),
      Layer.provide([platform, HttpServer.layerServices])
    )
    const handler = HttpEffect.toWebHandlerWith<never, HttpServerRequest | Scope.Scope>(yield* Effect.context<never>())(
      yield* HttpRouter.toHttpEffect(live)
    )
    const post = (message: object, { headers, query = "", session, signal, token }: Sent = {}) =>
      Effect.promise(() =>
        handler(
          new Request(`${address}${query}`, {
            method: "POST",
            headers: {
              "content-type": "application/json",
              accept: "application/json, text/event-stream",
              ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
              ...(session === undefined ? {} : { "mcp-session-id": session, "mcp-protocol-version": "2025-11-25" }),
              ...headers
            },
            body: JSON.stringify({ jsonrpc: "2.0", ...message }),
            ...(signal === undefined ? {} : { signal })
          })
        )
      )
    const get = (path: string, headers: Record<string, string> = {}) =>
      Effect.promise(() => handler(new Request(`http://localhost${path}`, { headers })))
    const remove = (session: string, token: string) =>
      Effect.promise(() =>
        handler(
          new Request(address, {
            method: "DELETE",
            headers: {
              authorization: `Bearer ${token}`,
              "mcp-session-id": session,
              "mcp-protocol-version": "2025-11-25"
            }
          })
        )
      )
    /** Begins an MCP session and returns its id. */
    const begin = (token: string) =>
      Effect.gen(function*() {
        const session = (yield* post(initialize, { token })).headers.get("mcp-session-id")!
        yield* post({ method: "notifications/initialized" }, { token, session })
        return session
      })
    /** Calls a tool, and returns the message of the response. */
    const call = (name: string, sent: Sent, args: object = {}) =>
      Effect.flatMap(post({ id: 2, method: "tools/call", params: { name, arguments: args } }, sent), read)
    return { begin, call, get, handler, post, remove, waiting }
  })

export const initialize = {
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "client", version: "1" } }
}

/** A request of the revision without sessions, with its headers. */
export const modern = (method: string, params: object) => ({
  message: {
    id: 3,
    method,
    params: {
      ...params,
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "client", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {}
      }
    }
  },
  headers: {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...("name" in params ? { "mcp-name": String(params.name) } : {})
  }
})

/** Reads a response: its status, and its message, alone or in a stream. */
export const read = (response: Response) =>
  Effect.map(Effect.promise(() => response.text()), (text) => {
    const json = /^data: (.*)$/m.exec(text)?.[1] ?? text
    return { status: response.status, text, message: json === "" ? undefined : JSON.parse(json) }
  })

/** Returns the text of a tool's result. */
export const resultOf = ({ message }: { readonly message: any }): string => message.result.content[0].text

export const textOf = (token: Redacted.Redacted): string => Redacted.value(token)
