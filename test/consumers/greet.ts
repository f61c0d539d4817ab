/**
 * A small program that uses the package. It has no type annotations, because bundlers use this file as JavaScript too.
 */
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
