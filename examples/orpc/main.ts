/** A back end with oRPC, and a client that calls it. `npm run example -- examples/orpc/main.ts` */
import { serve } from "@hono/node-server"
import { ORPCError } from "@orpc/client"
import { startEmulator } from "latchkey/emulator"
import { createClient, createServer } from "latchkey/promise"
import { createAuthenticator } from "latchkey/verify"
import type { AddressInfo } from "node:net"
import { orpcClientOf } from "./client.ts"
import { orpcOf } from "./router.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
const platform = await startEmulator({ users: [ada] })

// without an argument, each function reads the project from the environment
const server = createServer(platform.project)
const client = createClient(platform.project)
const { handle } = orpcOf(createAuthenticator(platform.project), server)

const http = serve({ fetch: (request) => handle(request), hostname: "127.0.0.1", port: 0 })
await new Promise((resolve) => http.once("listening", resolve))
const orpc = orpcClientOf(client, `http://127.0.0.1:${(http.address() as AddressInfo).port}/rpc`)

const messageOf = (error: unknown) => {
  if (!(error instanceof ORPCError)) throw error
  return `${error.code}: ${error.message}`
}

console.log(`You are ${await orpc.status()}.`)
console.log(await orpc.notes().catch(messageOf))
await client.signIn.withPassword(ada)
const { id } = await client.currentUser.get({ or: "throw" })
const { notesOf } = await orpc.notes()
console.log(notesOf === id ? "These are the notes of Ada." : "These are the notes of another user.")
console.log(await orpc.allNotes().catch(messageOf))

http.close()
await Promise.all([client.dispose(), server.dispose()])
await platform.close()
