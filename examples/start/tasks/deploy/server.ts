/** The task of the production checklist: a server with all settings in environment variables. */
import { nodeHttp } from "latchkey/adapters"
import { createAuthenticator } from "latchkey/verify"
import { createServer } from "node:http"

// reads the project from the environment, and throws if a variable is missing
const requireUser = nodeHttp(createAuthenticator(), { require: "user" })

const server = createServer(async (request, response) => {
  const user = await requireUser(request, response)
  // undefined: the response has already been sent
  if (user === undefined) return
  response.setHeader("content-type", "application/json")
  response.end(JSON.stringify({ notesOf: user.userId }))
})

const { HOST = "127.0.0.1", PORT = "3000" } = process.env
server.listen(Number(PORT), HOST, () => console.log(`Listening on http://${HOST}:${PORT}`))

// hosts stop a server with SIGTERM before they start the next version
process.once("SIGTERM", () => server.close())
