/** A hostile platform on the loopback interface. */
import * as http from "node:http"
import type { AddressInfo } from "node:net"

/** A request and ways to respond to it. */
export interface Exchange {
  /** The request as text, including its secrets, which a response can repeat. */
  readonly requestText: string
  /** Object for writing a response. Its `socket` can send bytes that aren't HTTP. */
  readonly response: http.ServerResponse
  /** Origin of this server. */
  readonly origin: string
  /** Origin of a server that must receive no requests. */
  readonly elsewhere: string
  /** Sends no more data, and notifies the listeners of `onStall`. */
  readonly stall: () => void
}

/** Responds to every request. */
export type Answer = (exchange: Exchange) => void

export interface HostileServer extends AsyncDisposable {
  readonly origin: string
  readonly requests: () => number
  /** Resolves at the first request. */
  readonly requested: Promise<void>
  /** Registers a listener for stalled responses. */
  readonly onStall: (listener: () => void) => void
}

/** Starts a server that sends the same response to every request. */
export const hostileServer = async (answer: Answer, elsewhere: string): Promise<HostileServer> => {
  let requests = 0
  let arrive = (): void => {}
  const requested = new Promise<void>((resolve) => {
    arrive = resolve
  })
  let stalled = (): void => {}
  const server = http.createServer({ insecureHTTPParser: true }, (request, response) => {
    requests++
    arrive()
    const parts: Array<Buffer> = []
    request.on("error", () => {})
    response.on("error", () => {})
    request.on("data", (part: Buffer) => parts.push(part))
    request.on("end", () => {
      const { headers, method = "", url = "" } = request
      const given = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`)
      const requestText = [`${method} ${url}`, ...given, Buffer.concat(parts).toString()].join("\n")
      if (!response.destroyed) answer({ requestText, response, origin, elsewhere, stall: () => stalled() })
    })
  })
  // the client may close the connection before the server
  server.on("connection", (socket) => socket.on("error", () => {}))
  const origin = await listen(server)
  return {
    origin,
    requests: () => requests,
    requested,
    onStall: (listener) => {
      stalled = listener
    },
    [Symbol.asyncDispose]: () => close(server)
  }
}

/** Starts a server that must receive no requests. */
export const forbiddenServer = async (): Promise<HostileServer> =>
  hostileServer(({ response }) => response.end("{}"), "")

const listen = (server: http.Server): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })

const close = (server: http.Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
