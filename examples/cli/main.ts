/**
 * A command line tool whose users sign in through the browser, once: the session stays in a file of theirs.
 * `npm run example -- examples/cli/main.ts` says who you are, with `logout` behind it signs you out. Set PROJECT_ID,
 * PUBLISHABLE_CLIENT_KEY, APP_URL and, for another platform than the hosted one, BASE_URL.
 */
import { layerFile } from "latchkey/node"
import { createClient } from "latchkey/promise"
import { homedir } from "node:os"
import * as path from "node:path"

const { APP_URL = "", BASE_URL, PROJECT_ID = "", PUBLISHABLE_CLIENT_KEY = "", XDG_CONFIG_HOME } = process.env

const client = createClient({
  projectId: PROJECT_ID,
  publishableClientKey: PUBLISHABLE_CLIENT_KEY,
  baseUrl: BASE_URL,
  // only this user can read it; one file per project
  tokenStore: layerFile(
    path.join(XDG_CONFIG_HOME ?? path.join(homedir(), ".config"), "who-am-i", `session-${PROJECT_ID}.json`)
  )
})

const whoAmI = async () => {
  if ((await client.currentUser.get()) === null) await client.cliLogin.prompt({ appUrl: APP_URL })
  const user = await client.currentUser.get({ or: "throw" })
  return `You are ${user.displayName ?? user.primaryEmail}.`
}

const logout = async () => {
  // the browser that confirmed shares the session, so this signs it out as well
  await client.signOut()
  return "Signed out."
}

try {
  console.log(process.argv[2] === "logout" ? await logout() : await whoAmI())
} catch (error) {
  // every error has a message: what happened, why, and what to do
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await client.dispose()
}
