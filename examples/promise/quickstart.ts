/** The README's quick start for Node. It runs against `npx latchkey emulator`. */
import { createClient, EmailPasswordMismatch } from "latchkey/promise"

const client = createClient()

try {
  await client.signIn.withPassword({ email: "ada@example.com", password: "wrong horse" })
} catch (error) {
  if (!(error instanceof EmailPasswordMismatch)) throw error
  console.log(error.message)
}

await client.signIn.withPassword({ email: "ada@example.com", password: "correct horse battery staple" })
const user = await client.currentUser.get({ or: "throw" })
console.log(`Signed in as ${user.primaryEmail}`)
await client.dispose()
