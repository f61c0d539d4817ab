/** The task of the production checklist: checks a deployed server as a signed-out and a signed-in user. */
import { createClient } from "latchkey/promise"

const { APP_URL = "", EMAIL = "", PASSWORD = "" } = process.env
const statusOf = async (headers: HeadersInit) => (await fetch(APP_URL, { headers })).status

await using client = createClient({ tokenStore: "memory" })
console.log(`signed out: ${await statusOf({})}`)

await client.signIn.withPassword({ email: EMAIL, password: PASSWORD })
console.log(`signed in: ${await statusOf(await client.authHeaders())}`)
await client.signOut()
