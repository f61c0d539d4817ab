/** What a small program of somebody's does. Nothing is annotated: bundlers get this file as the JavaScript that it is too. */
import { createClient } from "latchkey/promise"

export const greet = async () => {
  const client = createClient({ projectId: "internal", publishableClientKey: "pck", baseUrl: "https://platform.test" })
  try {
    await client.signIn.withPassword({ email: "ada@example.com", password: "correct horse battery staple" })
    const user = await client.calls.users.getMe()
    return `Hello ${user.displayName}`
  } finally {
    await client.dispose()
  }
}
