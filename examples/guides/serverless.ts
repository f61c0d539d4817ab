/** A serverless function with a short cold start. */
import { startEmulator } from "latchkey/emulator"
import { createServer } from "latchkey/promise/standalone"

// this emulator replaces the hosted platform
const emulator = await startEmulator({ users: [{ email: "ada@example.com", password: "correct horse" }] })

// #region function
// without an argument, createServer() reads the project from the environment
const server = createServer(emulator.project)

// the first call is the slowest, so make it before the first request arrives
await server.users.list({ limit: 1 }).catch(() => {})

export const handler = async (request: Request): Promise<Response> => {
  const email = new URL(request.url).searchParams.get("email") ?? ""
  const users = await server.users.list({ query: email, limit: 10 })
  return Response.json(users.map(({ displayName, primaryEmail }) => displayName ?? primaryEmail))
}
// #endregion

const response = await handler(new Request("https://functions.test/?email=ada@example.com"))
console.log(`users: ${await response.text()}`)

await server.dispose()
await emulator.close()
