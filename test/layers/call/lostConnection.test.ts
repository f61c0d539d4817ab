/** Error messages after a lost connection, tested with real local sockets. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { once } from "node:events"
import { createServer as createHttps } from "node:https"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import { assert, describe, it, onTestFinished } from "vitest"
import * as Access from "../../../layers/access/access.ts"
import * as Diagnostics from "../../../layers/call/Diagnostics.ts"
import * as Project from "../../../layers/call/Project.ts"
import * as RetryPolicy from "../../../layers/call/RetryPolicy.ts"
import * as Transport from "../../../layers/call/Transport.ts"
import * as Projects from "../../../schemas/endpoints/projects.ts"
import { projectId, secretServerKey } from "../../support/contract/project.ts"
import { selfSigned } from "../../support/platform/selfSigned.ts"

/** Starts the server on a free port until the test ends. */
const portOf = async (server: Server): Promise<number> => {
  const sockets = new Set<Socket>()
  server.on("connection", (socket) => sockets.add(socket.on("error", () => {})))
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Returns a port on which nothing listens. */
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

/** Returns the error message of a call to this platform. The message includes the diagnostics. */
const failing = (baseUrl: string, checks = Diagnostics.defaults) =>
  Projects.getCurrent().pipe(
    Effect.flip,
    Effect.map((error) => {
      assert.strictEqual(error._tag === "CallError" && error.reason._tag, "ConnectionFailed")
      return error.message
    }),
    Effect.provide(Access.layerServer()),
    Effect.provide([
      Transport.layerFetch(),
      Project.layer({ projectId, secretServerKey, baseUrl }),
      RetryPolicy.layer({ attempts: 1 }),
      Layer.succeed(Diagnostics.Diagnostics, checks)
    ]),
    Effect.runPromise
  )

describe("the error of a call to an unresponsive platform", () => {
  it("the connection error mentions the address only once if nothing listens there, and explains how to start the emulator", async () => {
    const url = `http://127.0.0.1:${await freePort()}`

    assert.strictEqual(
      await failing(url),
      `Nothing listens at ${url} (ECONNREFUSED). Is the emulator running? npx latchkey emulator. `
        + "Check the base URL, the network and any proxy, then try again."
    )
  })

  it("the connection error is the same for a name that resolves to several addresses", async () => {
    const url = `http://localhost:${await freePort()}`

    assert.match(
      await failing(url),
      /^Nothing listens at http:\/\/localhost:\d+ \(ECONNREFUSED\)\. Is the emulator running\?/
    )
  })

  it("the connection error reports an untrusted certificate", async () => {
    const server = createHttps(selfSigned, (_, response) => response.end("{}"))
    const url = `https://127.0.0.1:${await portOf(server)}`

    assert.strictEqual(
      await failing(url),
      `The certificate of ${url} is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT). `
        + "Behind a company's proxy, set NODE_EXTRA_CA_CERTS to the file of its certificates. "
        + "Check the base URL, the network and any proxy, then try again."
    )
  })

  it("the connection error reports a server without TLS", async () => {
    const url = `https://127.0.0.1:${await portOf(createServer((socket) => socket.end("HTTP/1.1 400 No\r\n\r\n")))}`

    assert.match(await failing(url), /^https:\S+ does not speak TLS \(ERR_SSL_\w+\)\. Check the base URL/)
  })

  it.each([
    ["reset", "ECONNRESET", (socket: Socket) => socket.resetAndDestroy()],
    ["closed", "UND_ERR_SOCKET", (socket: Socket) => socket.end()]
  ])("the connection error reports a connection that was %s", async (_, code, end) => {
    const server = createServer((socket) => socket.once("data", () => end(socket)))
    const url = `http://127.0.0.1:${await portOf(server)}`

    assert.strictEqual(
      await failing(url),
      `The connection to ${url} was interrupted (${code}). `
        + "Check the base URL, the network and any proxy, then try again."
    )
  })

  it("the connection error groups health checks with the same fault, and names all other outcomes", async () => {
    const there = `http://127.0.0.1:${await portOf(createServer((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n")))}`
    const url = `http://127.0.0.1:${await freePort()}`
    const checks = [
      { name: "apiRoot", url: (apiUrl: string) => apiUrl, elsewhere: false },
      { name: "neighbour", url: () => there, elsewhere: false }
    ]

    assert.match(await failing(url, checks), / Diagnostics: apiRoot: the same, neighbour: OK\.$/)
  })
})
