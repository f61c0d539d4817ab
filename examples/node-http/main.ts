/** A back end on `node:http` that authenticates requests. `npm run example -- examples/node-http/main.ts` */
import { nodeHttp } from "latchkey/adapters"
import { startEmulator } from "latchkey/emulator"
import { createAuthenticator } from "latchkey/verify"
import * as http from "node:http"

const platform = await startEmulator({ users: [{ email: "ada@example.com", password: "correct horse" }] })

// without an argument, createAuthenticator() reads the project from the environment
const authenticator = createAuthenticator(platform.project)
const authenticate = nodeHttp(authenticator)
const requireUser = nodeHttp(authenticator, { require: "user" })

const server = http.createServer(async (request, response) => {
  if (request.url === "/notes") {
    const user = await requireUser(request, response)
    // undefined: the response has already been sent
    if (user === undefined) return
    response.setHeader("content-type", "application/json")
    response.end(JSON.stringify({ notesOf: user.userId }))
  } else {
    const { status } = await authenticate(request, response)
    response.end(`You are ${status}.`)
  }
})

server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("not listening on a port")
  console.log(`The platform is at ${platform.baseUrl}`)
  console.log(`Listening on http://127.0.0.1:${address.port}`)
})
