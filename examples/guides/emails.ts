/** Sends emails to your users. `npm run example -- examples/guides/emails.ts` */
import { startEmulator } from "latchkey/emulator"
import { createServer, RequiresCustomEmailServer } from "latchkey/promise"

await using platform = await startEmulator({ users: [{ email: "ada@example.com" }] })
await using server = createServer(platform.project)
const [ada] = await server.users.list()
const userId = ada?.id ?? ""

// #region shared
try {
  await server.emails.send({ userIds: [userId], subject: "Hello", html: "<p>Hello!</p>" })
} catch (error) {
  if (!(error instanceof RequiresCustomEmailServer)) throw error
  console.log(error.message)
}
// #endregion

platform.projects.configure({
  emailConfig: {
    type: "standard",
    host: "127.0.0.1",
    port: 2525,
    username: "mailer",
    password: "mailer",
    senderName: "Example",
    senderEmail: "hello@example.com"
  }
})

// #region send
const results = await server.emails.send({
  userIds: [userId],
  subject: "Your report is ready",
  html: "<p>Sign in to read it.</p>",
  notificationCategoryName: "Transactional"
})
for (const { userEmail } of results) console.log(`sent to ${userEmail}`)
// #endregion

// #region outbox
// in tests, emails stay in the outbox
const [mail] = platform.outbox.byAddress("ada@example.com")
console.log(`in the outbox: ${mail?.subject}`)
// #endregion

// #region later
const scheduledAt = new Date(platform.clock.now().getTime() + 86_400_000)
await server.emails.send({ userIds: [userId], subject: "Good morning", html: "<p>Hello!</p>", scheduledAt })

for await (const { id } of server.emailOutbox.stream({ status: "scheduled" })) {
  const { status, subject } = await server.emailOutbox.cancel({ id })
  console.log(`${subject}: ${status}`)
}
// #endregion
