/** The server of the remote procedures. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as RpcSerialization from "effect/rpc/RpcSerialization"
import * as RpcServer from "effect/rpc/RpcServer"
import { Authenticator, CurrentUser, layerAuthentication, layerPermissions } from "latchkey/rpc"
import { Notes } from "./notes.ts"

const handlers = Notes.toLayer({
  mine: () => Effect.map(CurrentUser, ({ userId }) => ({ notesOf: userId })),
  all: () => Effect.succeed({ notesOf: "everyone" })
})

/** A route of `HttpRouter`. To check permissions, it requires `Server.layer()` of `latchkey`. */
export const route = RpcServer.layerHttp({ group: Notes, path: "/rpc", protocol: "http" }).pipe(
  Layer.provide(handlers),
  Layer.provide([layerAuthentication(), layerPermissions()]),
  Layer.provide(Authenticator.layer()),
  Layer.provide(RpcSerialization.layerNdjson)
)
