/** Proxy in front of an emulator on a port. It ends the sender of a request, before or after the emulator receives it. */
import * as http from "node:http"
import type { AddressInfo } from "node:net"

/** A request whose sender is ended. It happens once. */
export interface Ending {
  readonly method: string
  /** Start of the path, after the version of the API. */
  readonly path: string
  readonly when: "before" | "after"
}

/** `end` ends the program that the header `x-runner` names. The request gets no response. */
export const killGate = async (target: string, end: (runner: string) => Promise<void>) => {
  let endings: ReadonlyArray<Ending> = []
  const endingOf = (method: string, path: string) => {
    const found = endings.find((ending) => ending.method === method && path.startsWith(`/api/v1${ending.path}`))
    endings = endings.filter((ending) => ending !== found)
    return found
  }
  const forward = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk)
    const runner = String(request.headers["x-runner"])
    const ending = endingOf(request.method!, request.url!)
    if (ending?.when === "before") return await end(runner)
    const { connection: _, host: __, "transfer-encoding": ___, "content-length": ____, ...headers } = request.headers
    const forwarded = await fetch(target + request.url, {
      method: request.method!,
      headers: headers as Record<string, string>,
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) })
    })
    const body = Buffer.from(await forwarded.arrayBuffer())
    if (ending !== undefined) return await end(runner)
    const { "content-encoding": _____, ...kept } = Object.fromEntries(forwarded.headers)
    response.writeHead(forwarded.status, kept).end(body)
  }
  const server = http.createServer((request, response) => {
    forward(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Ends the senders of the next requests that match. */
    endAt: (next: ReadonlyArray<Ending>) => {
      endings = next
    },
    /** The endings that haven't happened. */
    left: () => endings,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
