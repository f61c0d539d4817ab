/** Believing people in promises, without a framework. `npm run example -- examples/verify/main.ts` */
import { startEmulator } from "latchkey/emulator"
import { createClient } from "latchkey/promise"
import { createAuthenticator, createVerifier } from "latchkey/verify"

const platform = await startEmulator({ users: [{ email: "ada@example.com", password: "correct horse" }] })
const { project } = platform
const client = createClient(project)
await client.signIn.withPassword({ email: "ada@example.com", password: "correct horse" })
const headers = await client.authHeaders()

// a whole request: by cookies, x-stack-auth, a bearer or an API key
const { authenticateRequest } = createAuthenticator(project)
const who = await authenticateRequest(new Request("http://localhost:3000/notes", { headers }))
console.log(who.status === "signed-in" ? `The request is ${who.userId}'s` : `Nobody: ${who.status}`)

// an access token alone
const { verify } = createVerifier(project)
const { user } = await verify((await client.authJson()).accessToken ?? "")
console.log(`The token is ${user.primaryEmail}'s`)

await client.dispose()
await platform.close()
