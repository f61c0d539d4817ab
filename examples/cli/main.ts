/**
 * A command-line tool. Its users sign in once, in the browser, and the tool stores the session in a file. `npm run
 * example -- examples/cli/main.ts` prints the signed-in user. The argument `logout` signs out. Set APP_URL,
 * HEXCLAVE_PROJECT_ID and HEXCLAVE_PUBLISHABLE_CLIENT_KEY. If you don't use the hosted platform, also set
 * HEXCLAVE_API_URL.
 */
import { FileTokenStore } from "latchkey/node"
import { createClient } from "latchkey/promise"
import { homedir } from "node:os"
import * as path from "node:path"

const { APP_URL = "", HEXCLAVE_PROJECT_ID = "", XDG_CONFIG_HOME } = process.env

const client = createClient({
  // only the current system user can read the file; each project has its own file
  tokenStore: FileTokenStore.layer(
    path.join(XDG_CONFIG_HOME ?? path.join(homedir(), ".config"), "who-am-i", `session-${HEXCLAVE_PROJECT_ID}.json`)
  )
})

const whoAmI = async () => {
  if ((await client.currentUser.get()) === null) await client.cliLogin.prompt({ appUrl: APP_URL })
  const user = await client.currentUser.get({ or: "throw" })
  return `You are ${user.displayName ?? user.primaryEmail}.`
}

const logout = async () => {
  // The tool and the browser that confirmed the sign-in share the session, so this also signs out the browser.
  await client.signOut()
  return "Signed out."
}

try {
  console.log(process.argv[2] === "logout" ? await logout() : await whoAmI())
} catch (error) {
  // every error has a message that explains what happened and what to do
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await client.dispose()
}
