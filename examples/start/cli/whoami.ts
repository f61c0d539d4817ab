/** The quick start for a command-line tool. Users sign in once, in the browser. */
import { FileTokenStore } from "latchkey/node"
import { createClient } from "latchkey/promise"
import { homedir } from "node:os"
import * as path from "node:path"

const client = createClient({
  // a file that only the current system user can read
  tokenStore: FileTokenStore.layer(path.join(homedir(), ".config/whoami/session.json"))
})

try {
  if (process.argv[2] === "logout") {
    await client.signOut()
    console.log("Signed out.")
  } else {
    if ((await client.currentUser.get()) === null) await client.cliLogin.prompt({ appUrl: "http://localhost:5173" })
    const user = await client.currentUser.get({ or: "throw" })
    console.log(`You are ${user.displayName ?? user.primaryEmail}.`)
  }
} catch (error) {
  // every error has a message that explains what to do
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await client.dispose()
}
