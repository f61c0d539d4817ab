/**
 * An Express back end that authenticates requests and receives webhooks. `npm run example -- examples/express/main.ts`
 */
import express from "express"
import { authenticationOf, latchkeyExpress, userOf } from "latchkey/adapters"
import { startEmulator } from "latchkey/emulator"
import { createAuthenticator, verifyWebhook, WebhookRejected } from "latchkey/verify"

const platform = await startEmulator({ users: [{ email: "ada@example.com", password: "correct horse" }] })

// without an argument, createAuthenticator() reads the project from the environment
const authenticator = createAuthenticator(platform.project)

// the dashboard of the webhook service shows the real secret beside the endpoint
const webhookSecret = process.env["WEBHOOK_SECRET"] ?? "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

const app = express()

// The signature covers the raw bytes of the body, so no body parser may run before this handler.
app.post("/webhooks", (request, response, next) => {
  verifyWebhook(request, webhookSecret).then(({ event }) => {
    console.log(`Received ${event.type}${event.type === "user.created" ? ` ${event.data.primaryEmail}` : ""}`)
    response.status(204).end()
  }).catch((error: unknown) => {
    if (error instanceof WebhookRejected) response.status(400).json({ message: error.message })
    else next(error)
  })
})

app.use(latchkeyExpress(authenticator))
app.get("/", (request, response) => {
  response.send(`You are ${authenticationOf(request).status}.`)
})
app.get("/notes", latchkeyExpress(authenticator, { require: "user" }), (request, response) => {
  response.json({ notesOf: userOf(request).userId })
})

const server = app.listen(0, "127.0.0.1", async () => {
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("not listening on a port")
  const url = `http://127.0.0.1:${address.port}`
  await platform.webhooks.add({ url: `${url}/webhooks`, secret: webhookSecret })
  console.log(`The platform is at ${platform.baseUrl}`)
  console.log(`Listening on ${url}`)
})
