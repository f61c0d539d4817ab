import { HexclaveClientApp } from "@hexclave/js"

const app = new HexclaveClientApp({
  projectId: process.env["HEXCLAVE_PROJECT_ID"],
  publishableClientKey: process.env["HEXCLAVE_PUBLISHABLE_CLIENT_KEY"],
  baseUrl: process.env["HEXCLAVE_API_URL"],
  tokenStore: "memory"
})

const result = await app.signInWithCredential({
  email: process.env["EMAIL"] ?? "",
  password: process.env["PASSWORD"] ?? "",
  noRedirect: true
})
if (result.status === "error") {
  console.error(result.error.message)
  process.exit(1)
}

const user = await app.getUser({ or: "throw" })
await user.setDisplayName("Ada")
const teams = await user.listTeams()
console.log(`${user.primaryEmail} has ${teams.length} teams`)
await user.signOut()
process.exit(0)
