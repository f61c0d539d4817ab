/** A back end with tRPC, and a client that calls it. `npm run example -- examples/trpc/main.ts` */
import { serve } from "@hono/node-server"
import { TRPCClientError } from "@trpc/client"
import { fetchRequestHandler } from "@trpc/server/adapters/fetch"
import { startEmulator } from "latchkey/emulator"
import { createClient, createServer } from "latchkey/promise"
import { createAuthenticator } from "latchkey/verify"
import type { AddressInfo } from "node:net"
import { trpcClientOf } from "./client.ts"
import { trpcOf } from "./router.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
const platform = await startEmulator({ users: [ada] })

// without an argument, each function reads the project from the environment
const server = createServer(platform.project)
const client = createClient(platform.project)
const authenticator = createAuthenticator(platform.project)
const { appRouter, createContext } = trpcOf(authenticator, server)

// #region handler
const handle = (req: Request) => fetchRequestHandler({ endpoint: "/trpc", req, router: appRouter, createContext })
// #endregion
const http = serve({ fetch: handle, hostname: "127.0.0.1", port: 0 })
await new Promise((resolve) => http.once("listening", resolve))
const trpc = trpcClientOf(client, `http://127.0.0.1:${(http.address() as AddressInfo).port}/trpc`)

const messageOf = (error: unknown) => {
  if (!(error instanceof TRPCClientError)) throw error
  return `${error.data.code}: ${error.message}`
}

console.log(`You are ${await trpc.status.query()}.`)
console.log(await trpc.notes.query().catch(messageOf))
await client.signIn.withPassword(ada)
const { id } = await client.currentUser.get({ or: "throw" })
// #region caller
const authentication = await authenticator.authenticateRequest({ headers: await client.authHeaders() })
const { notesOf } = await appRouter.createCaller({ authentication }).notes()
// #endregion
console.log(notesOf === id ? "These are the notes of Ada." : "These are the notes of another user.")
console.log(await trpc.allNotes.query().catch(messageOf))

http.close()
await Promise.all([client.dispose(), server.dispose()])
await platform.close()
