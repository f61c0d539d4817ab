/** `fetch` function that calls the emulator directly. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import { type ConnectionDropped, halfOf } from "../faults/index.ts"
import type { Incoming, Outgoing } from "../state/index.ts"

/** Builds a handler that behaves like the runtime's own `fetch`. */
export const fetchHandler =
  (respond: (incoming: Incoming) => Effect.Effect<Outgoing, ConnectionDropped>) =>
  async (input: Request | string | URL, init?: RequestInit): Promise<Response> => {
    const request = init === undefined && typeof input === "object" && "headers" in input
      ? input // a `Request` of any realm, so no `instanceof`
      : new Request(input, init)
    const { signal } = request
    signal.throwIfAborted()
    const incoming = incomingOf(request, request.body === null ? "" : await request.text())
    const exit = await Effect.runPromiseExit(Effect.result(respond(incoming)), { signal })
    if (Exit.isFailure(exit)) throw signal.aborted ? signal.reason : Cause.squash(exit.cause)
    // the error of the runtime's own fetch for a lost connection
    if (Result.isFailure(exit.value)) throw new TypeError("fetch failed")
    return responseOf(exit.value.success)
  }

const incomingOf = (request: Request, body: string): Incoming => {
  // a Map, because about forty look-ups per request are slow in Headers
  const headers = new Map(request.headers)
  return { method: request.method, url: new URL(request.url), header: (name) => headers.get(name), body }
}

const responseOf = ({ body, headers, isCut, status }: Outgoing): Response =>
  new Response(isCut === true ? cut(body) : body.length === 0 ? null : body, { status, headers })

/** Streams half of a body and then fails, like the runtime's own `fetch`. */
const cut = (body: Outgoing["body"]): ReadableStream<Uint8Array> => {
  let isSent = false
  return new ReadableStream({
    pull: (controller) => {
      if (isSent) return controller.error(new TypeError("terminated"))
      isSent = true
      controller.enqueue(halfOf(body))
    }
  })
}
