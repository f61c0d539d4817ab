/** A platform that is out to harm, on a socket of the loopback interface. */
import * as http from "node:http"
import type { AddressInfo } from "node:net"

/** One request, and what it may be answered with. */
export interface Exchange {
  /** The request as a text, secrets included: what an answer can give back of it. */
  readonly said: string
  /** Writes the answer; its `socket` is for bytes that are no HTTP. */
  readonly response: http.ServerResponse
  /** Where this server is. */
  readonly origin: string
  /** Where nothing may ever be asked. */
  readonly elsewhere: string
  /** Says nothing more, and tells whoever waits for that. */
  readonly stall: () => void
}

/** What every request is answered with. */
export type Answer = (exchange: Exchange) => void

export interface HostileServer extends AsyncDisposable {
  readonly origin: string
  readonly requests: () => number
  /** Calls back when an answer has stalled. */
  readonly onStall: (listener: () => void) => void
}

/** Gives every request the same answer. */
export const hostileServer = async (answer: Answer, elsewhere: string): Promise<HostileServer> => {
  let requests = 0
  let stalled = (): void => {}
  const server = http.createServer({ insecureHTTPParser: true }, (request, response) => {
    requests++
    const parts: Array<Buffer> = []
    request.on("error", () => {})
    response.on("error", () => {})
    request.on("data", (part: Buffer) => parts.push(part))
    request.on("end", () => {
      const { headers, method = "", url = "" } = request
      const given = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`)
      const said = [`${method} ${url}`, ...given, Buffer.concat(parts).toString()].join("\n")
      if (!response.destroyed) answer({ said, response, origin, elsewhere, stall: () => stalled() })
    })
  })
  // the other side may leave first
  server.on("connection", (socket) => socket.on("error", () => {}))
  const origin = await listen(server)
  return {
    origin,
    requests: () => requests,
    onStall: (listener) => {
      stalled = listener
    },
    [Symbol.asyncDispose]: () => close(server)
  }
}

/** A server that nobody has a reason to ask. */
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
