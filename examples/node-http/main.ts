/** A back end on Node's own `http` that knows who asks. `npm run example -- examples/node-http/main.ts` */
import { nodeHttp } from "latchkey/adapters"
import { startEmulator } from "latchkey/emulator"
import { createAuthenticator } from "latchkey/verify"
import * as http from "node:http"

const platform = await startEmulator({ users: [{ email: "ada@example.com", password: "correct horse" }] })

// createAuthenticator({ projectId, publishableClientKey, secretServerKey }) believes the real platform
const authenticate = nodeHttp(
  createAuthenticator({ ...platform.project, projectId: platform.project.id, baseUrl: platform.baseUrl })
)

const server = http.createServer(async (request, response) => {
  const who = await authenticate(request, response)
  const answer = (status: number, body: object) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
  if (request.url !== "/notes") response.end(`You are ${who.status}.`)
  else if (who.status === "signed-in") answer(200, { notesOf: who.userId })
  else if (who.status === "unavailable") answer(503, { reason: who.status })
  else answer(401, { reason: who.status === "signed-out" ? who.reason : who.status })
})

server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("not listening on a port")
  console.log(`The platform is at ${platform.baseUrl}`)
  console.log(`Listening on http://127.0.0.1:${address.port}`)
})
