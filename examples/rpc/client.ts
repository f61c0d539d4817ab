/** A client of the remote procedures, in another process. */
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as RpcClient from "effect/rpc/RpcClient"
import * as RpcSerialization from "effect/rpc/RpcSerialization"
import { layerClient } from "latchkey/rpc"
import { Notes } from "./notes.ts"

/**
 * Sends the access token of the client's session with each call. Without `layerClient`, the program doesn't compile. A
 * page on the same origin uses `layerClientCookies`, because browsers send its cookies.
 */
const live = (url: string) =>
  layerClient().pipe(
    Layer.provide(RpcClient.layerProtocolHttp({ url })),
    Layer.provide([RpcSerialization.layerNdjson, FetchHttpClient.layer])
  )

/** Requests the user's own notes, and then all notes, which require a permission. */
export const notesAt = (url: string) =>
  Effect.gen(function*() {
    const notes = yield* RpcClient.make(Notes)
    const { notesOf } = yield* notes.mine()
    const all = yield* notes.all().pipe(Effect.catchTag("NotPermitted", ({ message }) => Effect.succeed(message)))
    return { notesOf, all }
  }).pipe(Effect.provide(live(url)), Effect.scoped)
