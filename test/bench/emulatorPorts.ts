/**
 * An emulated platform on a loopback port, and beside it a bare `node:http` server that answers the same bytes without
 * looking at the request. A process of its own, so that the client has a core for itself.
 */
import { startEmulator } from "latchkey/emulator"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { ada, askMe, headersOf, signedIn } from "./emulatorRequests.ts"

/** Where both answer `users.getMe`, and the headers it takes. */
export interface Ports {
  readonly emulator: string
  readonly bare: string
  readonly headers: Record<string, string>
}

const platform = await startEmulator({ users: [ada], accessTokenLifetime: "1 day" })
const tokens = await signedIn(fetch, platform.baseUrl)
const answer = await fetch(askMe(tokens, platform.baseUrl))
const type = answer.headers.get("content-type")!
const body = await answer.text()
const length = Buffer.byteLength(body)

const server = createServer((request, response) => {
  request.resume()
  request.on("end", () => response.writeHead(200, { "content-type": type, "content-length": length }).end(body))
})

process.on("disconnect", () => process.exit())

server.listen({ port: 0, host: "127.0.0.1", backlog: 2048 }, () => {
  const ports: Ports = {
    emulator: `${platform.baseUrl}/api/v1/users/me`,
    bare: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers: headersOf(tokens)
  }
  process.send!(ports)
})
