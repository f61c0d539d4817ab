/**
 * A client of the remote procedures, in another process. A page on the same origin needs no `transformClient`, because
 * browsers send its cookies.
 */
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as RpcClient from "effect/rpc/RpcClient"
import * as RpcSerialization from "effect/rpc/RpcSerialization"
import { authHeaders } from "latchkey"
import { Session } from "latchkey/layers"
import { Notes } from "./notes.ts"

/** Sends the tokens of the client's session with each request. */
const protocol = (url: string) =>
  Layer.unwrap(Effect.map(Session.Session, (session) =>
    RpcClient.layerProtocolHttp({
      url,
      transformClient: HttpClient.mapRequestEffect((request) =>
        authHeaders().pipe(
          Effect.map((headers) => HttpClientRequest.setHeaders(request, headers)),
          Effect.orDie,
          Effect.provideService(Session.Session, session)
        )
      )
    })))

/** Requests the user's own notes, and then all notes, which require a permission. */
export const notesAt = (url: string) =>
  Effect.gen(function*() {
    const notes = yield* RpcClient.make(Notes)
    const { notesOf } = yield* notes.mine()
    const all = yield* notes.all().pipe(Effect.catchTag("NotPermitted", ({ message }) => Effect.succeed(message)))
    return { notesOf, all }
  }).pipe(
    Effect.provide(protocol(url)),
    Effect.provide([RpcSerialization.layerNdjson, FetchHttpClient.layer]),
    Effect.scoped
  )
