/** `Transport` that calls the emulator directly, without a port, and behaves like `fetch`. */
import * as Effect from "effect/Effect"
import {
  MaxResponseBytes,
  type Transport,
  TransportError,
  type WireRequest,
  type WireResponse
} from "../../../layers/call/index.ts"
import { parseUrl } from "../../../schemas/address.ts"
import { RedirectRefused, ResponseTooLarge } from "../../../schemas/errors/CallError.ts"
import type { Incoming, Outgoing } from "../state/index.ts"
import type { EmulatorInternals } from "./emulatorHandle.ts"

/** Builds a transport that reaches only the emulator's own URL. Doesn't follow redirects. */
export const transportOf = ({ platform, respond }: EmulatorInternals): Transport["Service"] => ({
  send: (request) =>
    Effect.suspend(() => {
      const url = parseUrl(request.url)
      if (url === undefined || url.origin !== new URL(platform.baseUrl).origin) {
        const fault = `the emulator serves ${platform.baseUrl} only`
        return Effect.fail(new TransportError({ fault, transient: false }))
      }
      return respond(incomingOf(request, url)).pipe(
        Effect.mapError(() => lost("fetch failed")),
        Effect.flatMap((outgoing) =>
          Effect.andThen(
            outgoing.isCut === true ? Effect.fail(lost("terminated")) : Effect.void,
            delivered(request, outgoing)
          )
        )
      )
    })
})

/** Creates the error of a lost connection, with the message of the runtime's own `fetch`. */
const lost = (what: string): TransportError => new TransportError({ fault: `TypeError: ${what}`, transient: true })

const incomingOf = ({ body = "", headers, method }: WireRequest, url: URL): Incoming => {
  const named = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return { method, url, body, header: (name) => named.get(name) }
}

const delivered = (
  request: WireRequest,
  { body, headers, status }: Outgoing
): Effect.Effect<WireResponse, ResponseTooLarge | RedirectRefused> =>
  Effect.flatMap(MaxResponseBytes, (limitBytes): Effect.Effect<WireResponse, ResponseTooLarge | RedirectRefused> => {
    const get = (name: string) => headers[name.toLowerCase()] ?? null
    if (status >= 300 && status < 400 && status !== 304) {
      const location = get("location")
      const origin = location === null ? undefined : parseUrl(location, request.url)?.origin
      return Effect.fail(new RedirectRefused({ status, origin }))
    }
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body
    return bytes.length > limitBytes
      ? Effect.fail(new ResponseTooLarge({ limitBytes }))
      : Effect.succeed({ status, headers: { get }, body: bytes })
  })
