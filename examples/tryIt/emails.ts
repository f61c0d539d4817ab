/** Sends an email, and cancels a scheduled one. The site shows this code in a sandbox. */
import { emulator, print, project } from "./prepared.ts"

// #region code
import { createServer } from "latchkey/promise"

const server = createServer({ ...project, allowServerKeysInBrowser: true })
const userIds = (await server.users.list()).map(({ id }) => id)

await server.emails.send({
  userIds,
  subject: "Your report is ready",
  html: "<h2>Report</h2><p>Sign in to read it.</p>"
})
const scheduledAt = new Date(emulator.clock.now().getTime() + 86_400_000)
await server.emails.send({ userIds, subject: "Good morning", html: "<p>Hello!</p>", scheduledAt })
print(`sent: ${emulator.outbox.list().map(({ subject }) => subject).join(", ")}`)

for await (const { id } of server.emailOutbox.stream({ status: "scheduled" })) {
  const { status, subject } = await server.emailOutbox.cancel({ id })
  print(`${subject}: ${status}`)
}
// #endregion
