/**
 * Proxy in front of an emulator on a port. It counts refreshes by session, delays them, and can hold one refresh back.
 */
import { createHash } from "node:crypto"
import * as http from "node:http"
import type { AddressInfo } from "node:net"

/** A received refresh. */
export interface SeenRefresh {
  /** Name of the server, from `x-fleet-server`. */
  readonly server: string
  /** Hash of the refresh token, which identifies the session. */
  readonly session: string
  /** Milliseconds on a monotonic clock. */
  readonly at: number
}

/** Forwards requests to `target` until it is closed. `before` runs for each received refresh before it is forwarded. */
export const refreshGate = async (target: string, before: (refresh: SeenRefresh) => Promise<void>) => {
  const refreshes: Array<SeenRefresh> = []
  const forward = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const refreshToken = request.url?.endsWith("/auth/oauth/token") === true
      ? new URLSearchParams(body.toString()).get("refresh_token")
      : null
    if (refreshToken !== null) {
      const seen = {
        server: String(request.headers["x-fleet-server"]),
        session: createHash("sha256").update(refreshToken).digest("hex"),
        at: performance.now()
      }
      refreshes.push(seen)
      await before(seen)
    }
    const { connection: _, host: __, "transfer-encoding": ___, "content-length": ____, ...headers } = request.headers
    const forwarded = await fetch(target + request.url, {
      method: request.method!,
      headers: headers as Record<string, string>,
      ...(body.length === 0 ? {} : { body })
    })
    const { "content-encoding": _____, ...kept } = Object.fromEntries(forwarded.headers)
    response.writeHead(forwarded.status, kept).end(Buffer.from(await forwarded.arrayBuffer()))
  }
  const server = http.createServer((request, response) => {
    forward(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refreshes: refreshes as ReadonlyArray<SeenRefresh>,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
