/**
 * Stub of the platform on a loopback port, as a separate process, with the same bytes for every reference and every
 * call.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { responses } from "./responses.ts"

const seen: Record<string, number> = {}

const server = createServer((request, response) => {
  request.resume()
  const name = `${request.method} ${request.url?.replace(/^\/api\/v1/, "")}`
  const answer = responses[name]
  if (answer === undefined) {
    response.writeHead(404).end(`nothing at ${name}`)
    return
  }
  seen[name] = (seen[name] ?? 0) + 1
  const body = answer.body()
  response.writeHead(200, { ...answer.headers, "content-length": Buffer.byteLength(body) }).end(body)
})

process.on("message", () => {
  process.send!({ ...seen })
  for (const name of Object.keys(seen)) delete seen[name]
})

process.on("disconnect", () => process.exit())

// a thousand callers connect at once
server.listen({ port: 0, host: "127.0.0.1", backlog: 2048 }, () => {
  process.send!((server.address() as AddressInfo).port)
})
