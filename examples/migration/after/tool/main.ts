import { createClient } from "latchkey/promise"

const app = createClient({
  projectId: process.env["HEXCLAVE_PROJECT_ID"],
  publishableClientKey: process.env["HEXCLAVE_PUBLISHABLE_CLIENT_KEY"],
  baseUrl: process.env["HEXCLAVE_API_URL"],
  tokenStore: "memory"
})

const result = await app.signIn.withPassword({
  email: process.env["EMAIL"] ?? "",
  password: process.env["PASSWORD"] ?? ""
}).settled()
if (!result.ok) {
  console.error(result.error.message)
  process.exit(1)
}

const user = await app.currentUser.get({ or: "throw" })
await app.currentUser.update({ displayName: "Ada" })
const teams = await app.teams.list()
console.log(`${user.primaryEmail} has ${teams.length} teams`)
await app.signOut()
process.exit(0)
