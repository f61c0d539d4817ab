/** A back end that receives webhooks. `npm run example -- examples/guides/webhooks.ts` */
import { serve } from "@hono/node-server"
import { startEmulator } from "latchkey/emulator"
import { createServer } from "latchkey/promise"
import { verifyWebhook, WebhookRejected } from "latchkey/verify"
import { once } from "node:events"
import type { ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

// the dashboard of the webhook service shows the real secret beside the endpoint
const webhookSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
const welcomed = new Set<string>()

// #region handler
const webhooks = async (request: Request): Promise<Response> => {
  try {
    const { event, id } = await verifyWebhook(request, webhookSecret)
    // the platform delivers unconfirmed events again, with the same id
    if (event.type === "user.created" && !welcomed.has(id)) {
      welcomed.add(id)
      console.log(`welcome, ${event.data.primaryEmail}`)
    }
    return new Response(null, { status: 204 })
  } catch (error) {
    if (!(error instanceof WebhookRejected)) throw error
    return Response.json({ message: error.message }, { status: 400 })
  }
}
// #endregion

const site = serve({ fetch: webhooks, hostname: "127.0.0.1", port: 0 })
await once(site, "listening")
const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/webhooks`

// #region emulator
await using platform = await startEmulator()
const { remove } = await platform.webhooks.add({ url, secret: webhookSecret })
// #endregion

await using server = createServer(platform.project)
const delivered = once(site, "request").then(([, response]: Array<ServerResponse>) => once(response!, "close"))
await server.users.create({ primaryEmail: "grace@example.com" })
await delivered

const forged = await fetch(url, { method: "POST", body: "{}" })
console.log(`a forged event: ${forged.status} ${(await forged.json() as { readonly message: string }).message}`)
remove()
site.close()
