/**
 * A command line tool whose users sign in through the browser; the session ends with the program.
 * `npm run example -- examples/cli/main.ts`, with PROJECT_ID, PUBLISHABLE_CLIENT_KEY, APP_URL and, for another platform
 * than the hosted one, BASE_URL set.
 */
import { createClient } from "latchkey/promise"

const { APP_URL = "", BASE_URL, PROJECT_ID = "", PUBLISHABLE_CLIENT_KEY = "" } = process.env

const client = createClient({
  projectId: PROJECT_ID,
  publishableClientKey: PUBLISHABLE_CLIENT_KEY,
  baseUrl: BASE_URL
})

try {
  await client.cliLogin.prompt({ appUrl: APP_URL })
  const user = await client.currentUser.get({ or: "throw" })
  console.log(`You are ${user.displayName ?? user.primaryEmail}.`)
} catch (error) {
  // every error is a sentence: what happened, why, and what to do
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await client.dispose()
}
