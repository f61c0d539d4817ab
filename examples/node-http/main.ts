/** A back end on Node's own `http` that knows who asks. `npm run example -- examples/node-http/main.ts` */
import { nodeHttp } from "latchkey/adapters"
import { startEmulator } from "latchkey/emulator"
import { createAuthenticator } from "latchkey/verify"
import * as http from "node:http"

const platform = await startEmulator({ users: [{ email: "ada@example.com", password: "correct horse" }] })

// createAuthenticator() believes the project of the environment
const authenticator = createAuthenticator(platform.project)
const authenticate = nodeHttp(authenticator)
const requireUser = nodeHttp(authenticator, { require: "user" })

const server = http.createServer(async (request, response) => {
  if (request.url === "/notes") {
    const user = await requireUser(request, response)
    // who is no user has been answered
    if (user === undefined) return
    response.setHeader("content-type", "application/json")
    response.end(JSON.stringify({ notesOf: user.userId }))
  } else {
    const who = await authenticate(request, response)
    response.end(`You are ${who.status}.`)
  }
})

server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("not listening on a port")
  console.log(`The platform is at ${platform.baseUrl}`)
  console.log(`Listening on http://127.0.0.1:${address.port}`)
})
