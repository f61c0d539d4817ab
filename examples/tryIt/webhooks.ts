/** Lists the events that webhooks receive. The site shows this code in a sandbox. */
import { emulator, print, project } from "./prepared.ts"

// #region code
import { createServer } from "latchkey/promise"
import { verifyWebhook, WebhookRejected } from "latchkey/verify"

// the platform delivers each of these events to your address, with a signature
const stop = emulator.events.listen(({ type }) => print(type))

const server = createServer({ ...project, allowServerKeysInBrowser: true })
const { id: userId } = await server.users.create({ primaryEmail: "grace@example.com" })
await server.teams.create({ displayName: "Compilers", creatorUserId: userId })
stop()

// a forged request has no valid signature
const forged = new Request("http://localhost:3000/webhooks", { method: "POST", body: "{}" })
try {
  await verifyWebhook(forged, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
} catch (error) {
  if (!(error instanceof WebhookRejected)) throw error
  print(error.message)
}
// #endregion
