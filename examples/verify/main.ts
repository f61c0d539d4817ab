/** Authenticates requests and verifies tokens, without a framework. `npm run example -- examples/verify/main.ts` */
import { startEmulator } from "latchkey/emulator"
import { createClient } from "latchkey/promise"
import { createAuthenticator, createVerifier } from "latchkey/verify"

const platform = await startEmulator({ users: [{ email: "ada@example.com", password: "correct horse" }] })
const { project } = platform
const client = createClient(project)
await client.signIn.withPassword({ email: "ada@example.com", password: "correct horse" })
const headers = await client.authHeaders()

// accepts a request with cookies, the header x-stack-auth, a bearer token or an API key
const { authenticateRequest } = createAuthenticator(project)
const authentication = await authenticateRequest(new Request("http://localhost:3000/notes", { headers }))
console.log(authentication.status === "signed-in" ? `Sent by ${authentication.userId}` : authentication.status)

// accepts only an access token
const { verify } = createVerifier(project)
const { user } = await verify((await client.authJson()).accessToken ?? "")
console.log(`The token belongs to ${user.primaryEmail}`)

await client.dispose()
await platform.close()
