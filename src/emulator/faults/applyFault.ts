/** Applies a fault to a request. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { Outgoing } from "../state/index.ts"
import type { FaultEffect, FaultRequest } from "./Faults.ts"

/** The connection must be dropped. */
export class ConnectionDropped extends Data.TaggedError("ConnectionDropped")<{}> {}

/**
 * Returns the response of a fault. The platform's own response is only computed if the fault lets the request through.
 */
export const applyFault = (
  fault: FaultEffect | ((request: FaultRequest) => Response),
  request: FaultRequest,
  response: Effect.Effect<Outgoing>
): Effect.Effect<Outgoing, ConnectionDropped> => {
  if (typeof fault === "function") return Effect.promise(() => outgoingOf(fault(request)))
  switch (fault.type) {
    case "latency":
      return response
    case "lostBefore":
      return Effect.fail(new ConnectionDropped())
    case "lostAfter":
      return Effect.andThen(response, Effect.fail(new ConnectionDropped()))
    case "partialBody":
      return Effect.map(response, (outgoing) => ({ ...outgoing, isCut: true }))
    case "wrongContentType":
      return Effect.map(response, ({ headers, ...outgoing }) => ({
        ...outgoing,
        headers: { ...headers, "content-type": fault.contentType ?? "text/html" }
      }))
    case "tooManyRequests": {
      const { retryAfterSeconds } = fault
      const headers = retryAfterSeconds === undefined ? undefined : { "retry-after": String(retryAfterSeconds) }
      return Effect.succeed(instead(429, "Too many requests.", headers))
    }
    case "loopDetected":
      return Effect.succeed(instead(508, "INFINITE_LOOP_DETECTED"))
    case "serverError":
      return Effect.succeed(instead(fault.status ?? 500, "This error was injected by a fault."))
  }
}

const instead = (status: number, body: string, headers: Outgoing["headers"] = {}): Outgoing => ({
  status,
  headers: {
    "content-type": "text/plain; charset=utf-8",
    "access-control-allow-origin": "*",
    "cache-control": "no-store, max-age=0",
    ...headers
  },
  body
})

const outgoingOf = async (response: Response): Promise<Outgoing> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  body: new Uint8Array(await response.arrayBuffer())
})

/** Returns the part of a body that arrives before the connection is lost. */
export const halfOf = (body: Outgoing["body"]): Uint8Array<ArrayBuffer> => {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body
  return bytes.slice(0, Math.floor(bytes.length / 2))
}
