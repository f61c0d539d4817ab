/** The task of the guide to webhooks: the emulator posts signed events to a handler. */
import { startEmulator } from "latchkey/emulator"
import { createServer } from "latchkey/promise"
import { verifyWebhook, WebhookRejected } from "latchkey/verify"
import { createServer as createSite } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, onTestFinished, test } from "vitest"

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

/** Serves a webhook handler, which passes on the address of each new user. Returns the handler's URL. */
const startSite = async (welcome: (email: string | null) => void): Promise<string> => {
  const site = createSite(async (request, response) => {
    try {
      const body = Buffer.concat(await request.toArray())
      const { event } = await verifyWebhook({ headers: request.headers, body }, secret)
      if (event.type === "user.created") welcome(event.data.primaryEmail)
      response.writeHead(204).end()
    } catch (error) {
      response.writeHead(error instanceof WebhookRejected ? 400 : 500).end()
    }
  })
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void site.close())
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}/webhooks`
}

test("a new user is welcomed, and a forged event is rejected", async () => {
  await using platform = await startEmulator()
  await using server = createServer(platform.project)
  const welcomed: Array<string | null> = []
  const url = await startSite((email) => void welcomed.push(email))
  await platform.webhooks.add({ url, secret })

  await server.users.create({ primaryEmail: "grace@example.com" })
  await expect.poll(() => welcomed).toEqual(["grace@example.com"])

  expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(400)
})
