/** Stands before the embedded platform on a port: counts refreshes by session, slows them, and may hold one back. */
import { createHash } from "node:crypto"
import * as http from "node:http"
import type { AddressInfo } from "node:net"

/** A refresh as it came in. */
export interface SeenRefresh {
  /** What the server calls itself, by `x-fleet-server`. */
  readonly server: string
  /** Tells sessions apart. */
  readonly session: string
  /** Milliseconds of a clock that only runs forwards. */
  readonly at: number
}

/** Forwards to `target` until it is closed. `before` runs when a refresh has come in, before it goes on. */
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
    const answer = await fetch(target + request.url, {
      method: request.method!,
      headers: headers as Record<string, string>,
      ...(body.length === 0 ? {} : { body })
    })
    const { "content-encoding": _____, ...kept } = Object.fromEntries(answer.headers)
    response.writeHead(answer.status, kept).end(Buffer.from(await answer.arrayBuffer()))
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
