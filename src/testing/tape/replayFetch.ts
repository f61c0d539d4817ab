/** A `fetch` that plays a tape. */
import * as Effect from "effect/Effect"
import type { Fetch, WireRequest, WireResponse } from "../../../layers/call/index.ts"
import { responseHeaders } from "../../../layers/observe/exchanges/index.ts"
import type { PlayedFailure } from "./player.ts"

/** Returns a `fetch` that plays the tape, and fails as the runtime's own `fetch` does. */
export const fetchOf =
  (play: (request: WireRequest) => Effect.Effect<WireResponse, PlayedFailure>): Fetch => async (url, init) => {
    const request: WireRequest = {
      method: init.method ?? "GET",
      url: String(url),
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === "string" ? init.body : undefined
    }
    const { signal } = init
    const outcome = Effect.match(play(request), { onSuccess: responseOf, onFailure: thrownBy })
    const result = await Effect.runPromise(outcome, signal ? { signal } : {}).catch((thrown: unknown) => {
      throw signal?.aborted === true ? signal.reason : thrown
    })
    if (result instanceof Response) return result
    throw result
  }

const responseOf = ({ body, headers, status }: WireResponse): Response =>
  new Response(body.length === 0 ? null : body as Uint8Array<ArrayBuffer>, {
    status,
    headers: Object.fromEntries(
      responseHeaders.flatMap((name) => {
        const value = headers.get(name)
        return value === null ? [] : [[name, value]]
      })
    )
  })

/** Returns the error that `fetch` would have thrown, or the response that made the client fail. */
const thrownBy = (failure: PlayedFailure): Response | Error => {
  switch (failure._tag) {
    case "ResponseTooLarge":
      return new Response(new Uint8Array(failure.limitBytes + 1))
    case "RedirectRefused":
      return new Response(null, {
        status: failure.status,
        headers: failure.origin === undefined ? {} : { location: failure.origin }
      })
    case "TransportError": {
      const [name = "TypeError", message = ""] = failure.fault.split(/: (.*)/s)
      const text = failure.code === undefined ? message : message.replace(` (${failure.code})`, "")
      return Object.assign(new TypeError(text, { cause: { code: failure.code } }), { name })
    }
  }
}
