/** The quick starts of back ends: somebody signs in and asks the server. */
import { createClient } from "latchkey/promise"

const client = createClient()
await client.signIn.withPassword({ email: "ada@example.com", password: "correct horse battery staple" })

const answer = await fetch("http://localhost:3000/notes", { headers: await client.authHeaders() })
console.log(answer.status, await answer.text())

await client.dispose()
