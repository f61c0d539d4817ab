/** The README's quickstart for promises. `npm run example -- examples/promise/quickstart.ts` */
import { startEmulator } from "latchkey/emulator"
import { createClient, EmailPasswordMismatch } from "latchkey/promise"

const platform = await startEmulator({ users: [{ email: "ada@example.com", password: "correct horse" }] })

const { id: projectId, publishableClientKey } = platform.project
const client = createClient({ projectId, publishableClientKey, baseUrl: platform.baseUrl })

try {
  await client.signIn.withPassword({ email: "ada@example.com", password: "wrong horse" })
} catch (error) {
  if (!(error instanceof EmailPasswordMismatch)) throw error
  console.log(error.message)
}
await client.signIn.withPassword({ email: "ada@example.com", password: "correct horse" })
console.log(`Signed in as ${(await client.currentUser.get({ or: "throw" })).primaryEmail}`)
await client.dispose()
await platform.close()
