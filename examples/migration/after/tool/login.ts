import { FileTokenStore } from "latchkey/node"
import { createClient } from "latchkey/promise"

// keeps the session for the next run, and only the current system user can read the file
const app = createClient({ tokenStore: FileTokenStore.layer(process.env["SESSION_FILE"] ?? "session.json") })

if (await app.currentUser.get() === null) {
  await app.cliLogin.prompt({
    appUrl: process.env["APP_URL"] ?? "",
    show: ({ url }) => console.log(`Open ${url}`)
  })
}
const user = await app.currentUser.get({ or: "throw" })
console.log(`You are ${user.primaryEmail}`)
await app.dispose()
