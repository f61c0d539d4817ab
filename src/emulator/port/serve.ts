/**
 * Serves the emulator on a port. `node:http` is obtained from the running process instead of imported, so that bundles for
 * browsers and workers don't contain it.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { TaggedError } from "../../../schemas/TaggedError.ts"
import { halfOf } from "../faults/index.ts"
import type { EmulatorInternals } from "../server/index.ts"
import { type Incoming, maxBytes } from "../state/index.ts"
import { type ControlRouteOptions, controlRouteResponse, isForeign } from "./controlRoutes.ts"

/** Address to listen on, and routes in addition to the platform's API. */
export interface ServeOptions extends ControlRouteOptions {
  /** Port to listen on; 0 chooses a free one. @default 0 */
  readonly port?: number | undefined
  /** Host to listen on. Any host except loopback opens the emulator to the network. @default "127.0.0.1" */
  readonly host?: string | undefined
}

/**
 * The emulator can't listen on the port.
 *
 * @cause Another program uses the port, such as an earlier emulator.
 * @cause The system reserves the port.
 * @fix Stop the other program or choose another port. Port 0 picks a free one.
 */
export class PortTaken extends TaggedError("PortTaken")<{
  readonly port: number
  /** The system's error code: `EADDRINUSE`, `EACCES`, … */
  readonly fault: string
}> {
  override get message(): string {
    return this.fault === "EADDRINUSE"
      ? `Port ${this.port} is in use by another program. Stop that program or choose another port; 0 picks a free one.`
      : `The emulator cannot listen on port ${this.port} (${this.fault}). Choose another port; 0 picks a free one.`
  }
}

/** Listens until the scope closes, and sets the emulator's `baseUrl`. */
export const listen = (
  internals: EmulatorInternals,
  { host = "127.0.0.1", port = 0, ...routes }: ServeOptions = {}
): Effect.Effect<void, PortTaken, Scope.Scope> =>
  Effect.acquireRelease(started(internals, host, port, routes), stopped).pipe(
    Effect.map((server) => {
      const { port } = server.address() as AddressInfo
      const reached = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host
      internals.platform.baseUrl = `http://${reached.includes(":") ? `[${reached}]` : reached}:${port}`
    })
  )

const started = (
  internals: EmulatorInternals,
  host: string,
  port: number,
  routes: ControlRouteOptions
): Effect.Effect<Server, PortTaken> =>
  Effect.callback((resume) => {
    const http = globalThis.process?.getBuiltinModule?.("node:http")
    if (http === undefined) {
      return resume(
        Effect.die(
          new Error("Serving on a port needs Node 20.16 or newer. Without a port, use the emulator's fetch function.")
        )
      )
    }
    const server = http.createServer((request, response) => exchange(internals, routes, request, response))
    server.once(
      "error",
      (error: NodeJS.ErrnoException) => resume(Effect.fail(new PortTaken({ port, fault: error.code ?? error.name })))
    )
    server.listen({ port, host, backlog }, () => resume(Effect.succeed(server)))
  })

/** Maximum number of pending connections. With Node's default of 511, some of 1,000 callers would wait seconds to connect. */
const backlog = 4096

const stopped = (server: Server): Effect.Effect<void> =>
  Effect.callback((resume) => {
    server.close(() => resume(Effect.void))
    server.closeAllConnections()
  })

const exchange = (
  internals: EmulatorInternals,
  routes: ControlRouteOptions,
  request: IncomingMessage,
  response: ServerResponse
): void => {
  const parts: Array<Buffer> = []
  let length = 0
  request.on("error", () => response.destroy())
  request.on("data", (part: Buffer) => {
    length += part.length
    if (length <= maxBytes) parts.push(part)
    else parts.length = 0
  })
  request.on("end", () => {
    const isTooLong = length > maxBytes
    const incoming = incomingOf(internals, request, Buffer.concat(parts).toString("utf8"), isTooLong)
    if (incoming === undefined) return response.writeHead(400).end()
    const controlResponse = isTooLong ? undefined : controlRouteResponse(internals, incoming, routes)
    const stop = Effect.runCallback(controlResponse ?? internals.respond(incoming), {
      onExit: (exit) => {
        if (exit._tag === "Failure") return response.destroy()
        const { body, headers, isCut, status } = exit.value
        // a response with a content length is sent in one piece
        response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) })
        // the content length is that of the whole body, and the connection closes after half of it
        return isCut === true ? response.write(halfOf(body), () => response.destroy()) : response.end(body)
      }
    })
    response.on("close", () => stop())
    return undefined
  })
}

const incomingOf = (
  internals: EmulatorInternals,
  request: IncomingMessage,
  body: string,
  isTooLong: boolean
): Incoming | undefined => {
  const { headers, method = "GET" } = request
  const url = urlOf(request.url ?? "/", internals.platform.baseUrl)
  if (url === undefined) return undefined
  const header = (name: string) => {
    const value = headers[name]
    return Array.isArray(value) ? value.join(", ") : value
  }
  return {
    method,
    url,
    body,
    isTooLong,
    header,
    isForeign: isForeign(internals.platform.baseUrl, { header })
  }
}

const urlOf = (text: string, baseUrl: string): URL | undefined => {
  try {
    return new URL(text, baseUrl)
  } catch {
    return undefined
  }
}
