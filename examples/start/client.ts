/** A client for the quick starts of back ends. It signs in and sends a request to the server. */
import { createClient } from "latchkey/promise"

const client = createClient()
await client.signIn.withPassword({ email: "ada@example.com", password: "correct horse battery staple" })

const response = await fetch("http://localhost:3000/notes", { headers: await client.authHeaders() })
console.log(response.status, await response.text())

await client.dispose()
