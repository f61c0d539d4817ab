/** An API key that acts for a user. `npm run example -- examples/guides/apiKeys.ts` */
import { startEmulator } from "latchkey/emulator"
import { createClient, reveal } from "latchkey/promise"
import { createAuthenticator } from "latchkey/verify"

await using platform = await startEmulator({
  users: [{ email: "ada@example.com", password: "correct horse" }],
  config: { allowUserApiKeys: true }
})
await using client = createClient(platform.project)
await client.signIn.withPassword({ email: "ada@example.com", password: "correct horse" })

// #region create
const key = await client.userApiKeys.create({
  description: "Nightly export",
  expiresAt: new Date(Date.now() + 90 * 24 * 3_600_000)
})
const shownOnce = reveal(key.value) // show the key now, because you can't read it again later
// #endregion

// #region authenticate
// In your back end, create one authenticator.
// Without an argument, it reads the project from the environment.
await using authenticator = createAuthenticator(platform.project)

const request = new Request("https://app.example.com/export", { headers: { "x-api-key": shownOnce } })
const authentication = await authenticator.authenticateRequest(request)
if (authentication.status === "signed-in" && authentication.by === "api-key") {
  console.log(`${authentication.apiKey.description}, for the user who made it: ${authentication.userId === key.userId}`)
}
// #endregion

// #region list
for (const each of await client.userApiKeys.list()) {
  console.log(`${each.description}, ends with ${each.value.lastFour.length} shown characters`)
}
await client.userApiKeys.revoke({ id: key.id })

const [revoked] = await client.userApiKeys.list()
console.log(`now: ${revoked === undefined ? "gone" : client.userApiKeys.whyInvalid(revoked, new Date())}`)
// #endregion
