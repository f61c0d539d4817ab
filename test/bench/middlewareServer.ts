/**
 * Express server for {@link middlewareCosts}, with or without the middleware, in a separate process. Reports its CPU
 * time on request.
 */
import express from "express"
import { latchkeyExpress } from "latchkey/adapters"
import { createAuthenticator } from "latchkey/verify"
import type { AddressInfo } from "node:net"
import { argv } from "node:process"

const [kind, keys] = argv.slice(2) as [string, string]

const app = express()
if (kind === "latchkey") {
  const fetch = async () => new Response(keys, { headers: { "content-type": "application/json" } })
  app.use(latchkeyExpress(createAuthenticator({ projectId: "internal", baseUrl: "http://127.0.0.1:9", fetch })))
}
app.get("/", (_, response) => void response.json({ ok: true }))

process.on("message", () => process.send!(process.cpuUsage()))
process.on("disconnect", () => process.exit())

const server = app.listen(0, "127.0.0.1", () => process.send!((server.address() as AddressInfo).port))
