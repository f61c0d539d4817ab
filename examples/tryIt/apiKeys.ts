/** Creates an API key, authenticates a request with it, and revokes it. The site shows this code in a sandbox. */
import { client, emulator, print, project } from "./prepared.ts"

// #region code
import { reveal } from "latchkey/promise"
import { createAuthenticator } from "latchkey/verify"

const key = await client.userApiKeys.create({ description: "Nightly export", expiresAt: null })

// your back end handles a request from the script in this way
const authenticator = createAuthenticator(project)
const headers = { "x-api-key": reveal(key.value) }
const authentication = await authenticator.authenticateRequest(new Request("http://localhost:3000/export", { headers }))
print(`${authentication.status}, by ${authentication.status === "signed-in" ? authentication.by : "nobody"}`)

await client.userApiKeys.revoke({ id: key.id })
for (const each of await client.userApiKeys.list()) {
  print(`${each.description} is invalid: ${client.userApiKeys.whyInvalid(each, emulator.clock.now())}`)
}
// #endregion
