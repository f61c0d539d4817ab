/** Types of back ends and their clients: forgotten credentials and forgotten checks don't compile. */
import * as McpServer from "effect/ai/McpServer"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import type * as HttpClient from "effect/http/HttpClient"
import type * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import * as Rpc from "effect/rpc/Rpc"
import * as RpcClient from "effect/rpc/RpcClient"
import * as RpcGroup from "effect/rpc/RpcGroup"
import type * as RpcMiddleware from "effect/rpc/RpcMiddleware"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { expectTypeOf, test } from "vitest"
import { type CallError, errorsOf, Teams } from "../../schemas/index.ts"
import {
  type layerClient,
  type layerPermissions,
  type Permitted,
  PermittedInTeam,
  RequirePermission,
  RequireUser
} from "../../src/backend/httpApi/index.ts"
import * as mcp from "../../src/backend/mcp/index.ts"
import * as rpc from "../../src/backend/rpc/index.ts"

type Services<Built> = Built extends Layer.Layer<any, any, infer Needed> ? Needed : never

/** Services that the requests of a group of handlers still need. No layer of the package provides a permission. */
type Missing<Built> = Services<Built> extends infer Needed
  ? Needed extends HttpRouter.Request<"Requires", infer Service> ? Service : never
  : never

test("travel-1: errorsOf has exactly the errors of its endpoint", () => {
  const errors = errorsOf(Teams.get)
  type Failure = Effect.Error<ReturnType<typeof Teams.get>>

  expectTypeOf<Schema.Schema.Type<typeof errors>>().toEqualTypeOf<Failure>()
  expectTypeOf<CallError>().toExtend<Failure>()
})

test("client-3: a client of endpoints that require a user compiles only with the client's credentials", () => {
  const Api = HttpApi.make("api").add(
    HttpApiGroup.make("notes").add(HttpApiEndpoint.get("mine", "/mine").middleware(RequireUser))
  )
  class Notes extends RpcGroup.make(Rpc.make("mine").middleware(rpc.RequireUser)) {}

  const client = HttpApiClient.make(Api)
  const rpcClient = RpcClient.make(Notes)

  expectTypeOf<Effect.Services<typeof client>>().toEqualTypeOf<
    HttpClient.HttpClient | HttpApiMiddleware.ForClient<RequireUser>
  >()
  expectTypeOf<Effect.Services<typeof rpcClient>>().toEqualTypeOf<
    RpcClient.Protocol | Scope.Scope | RpcMiddleware.ForClient<rpc.RequireUser>
  >()
  expectTypeOf<HttpApiMiddleware.ForClient<RequireUser>>().toExtend<Layer.Success<ReturnType<typeof layerClient>>>()
  expectTypeOf<RpcMiddleware.ForClient<rpc.RequireUser>>().toExtend<
    Layer.Success<ReturnType<typeof rpc.layerClient>>
  >()
})

const handler = Effect.asVoid(PermittedInTeam("edit_notes"))

const endpoint = HttpApiEndpoint.post("edit", "/teams/:team/notes")

test("permission-1: a handler that requires a permission compiles only in an HttpApi endpoint that checks the permission", () => {
  const Open = HttpApi.make("api").add(HttpApiGroup.make("notes").add(endpoint.middleware(RequireUser)))
  const OfProject = HttpApi.make("api").add(
    HttpApiGroup.make("notes").add(endpoint.middleware(RequirePermission("edit_notes")).middleware(RequireUser))
  )
  const Other = HttpApi.make("api").add(
    HttpApiGroup.make("notes").add(
      endpoint.middleware(RequirePermission("read_notes", { teamIdFrom: "team" })).middleware(RequireUser)
    )
  )
  const Checked = HttpApi.make("api").add(
    HttpApiGroup.make("notes").add(
      endpoint.middleware(RequirePermission("edit_notes", { teamIdFrom: "team" })).middleware(RequireUser)
    )
  )
  const open = HttpApiBuilder.group(Open, "notes", (on) => on.handle("edit", () => handler))
  const ofProject = HttpApiBuilder.group(OfProject, "notes", (on) => on.handle("edit", () => handler))
  const other = HttpApiBuilder.group(Other, "notes", (on) => on.handle("edit", () => handler))
  const checked = HttpApiBuilder.group(Checked, "notes", (on) => on.handle("edit", () => handler))

  expectTypeOf<Missing<typeof open>>().toEqualTypeOf<PermittedInTeam<"edit_notes">>()
  expectTypeOf<Missing<typeof ofProject>>().toEqualTypeOf<PermittedInTeam<"edit_notes">>()
  expectTypeOf<Missing<typeof other>>().toEqualTypeOf<PermittedInTeam<"edit_notes">>()
  expectTypeOf<Missing<typeof checked>>().toBeNever()
})

test("permission-1: a handler that requires a permission compiles only in a remote procedure that checks the permission", () => {
  class Open extends RpcGroup.make(Rpc.make("edit").middleware(rpc.RequireUser)) {}
  class Checked extends RpcGroup.make(
    Rpc.make("edit", { payload: { team: Schema.String } })
      .middleware(rpc.RequirePermission("edit_notes", { teamIdFrom: "team" })).middleware(rpc.RequireUser)
  ) {}

  const open = Open.toLayer({ edit: () => handler })
  const checked = Checked.toLayer({ edit: () => handler })

  expectTypeOf<Services<typeof open>>().toEqualTypeOf<PermittedInTeam<"edit_notes">>()
  expectTypeOf<Services<typeof checked>>().toBeNever()
})

test("permission-1: a tool that requires a permission compiles only with middleware that checks the permission", () => {
  const Edit = Toolkit.make(
    Tool.make("edit", { success: Schema.String, dependencies: [PermittedInTeam("edit_notes")] })
  )
  const handled = Edit.toLayer({ edit: () => Effect.as(PermittedInTeam("edit_notes"), "edited") })
  const options = { name: "Notes", version: "1.0.0", resource: "https://notes.example.com/mcp" } as const
  const ofTeam = mcp.RequirePermission("edit_notes", { teamIdFrom: "team" })
  const tools = McpServer.toolkit(Edit).pipe(Layer.provide(handled))

  const open = mcp.layerHttp({ ...options, registrations: tools })
  const ofProject = mcp.layerHttp({
    ...options,
    registrations: Layer.provide(tools, mcp.RequirePermission("edit_notes").layer)
  })
  const checked = mcp.layerHttp({ ...options, registrations: Layer.provide(tools, ofTeam.layer) })

  expectTypeOf<Missing<typeof open>>().toEqualTypeOf<PermittedInTeam<"edit_notes">>()
  expectTypeOf<Missing<typeof ofProject>>().toEqualTypeOf<PermittedInTeam<"edit_notes">>()
  expectTypeOf<Missing<typeof checked>>().toBeNever()
})

test("permission-1: one layer checks every permission", () => {
  type Provided = Layer.Success<ReturnType<typeof layerPermissions>>

  expectTypeOf<RequirePermission<Permitted<"read_all">>>().toExtend<Provided>()
  expectTypeOf<RequirePermission<PermittedInTeam<"edit_notes">>>().toExtend<Provided>()
})
