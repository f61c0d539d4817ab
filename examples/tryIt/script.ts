/** Lists the users with the server key. The site shows this code in a sandbox. */
import { print, project } from "./prepared.ts"

// #region code
import { createServer } from "latchkey/promise"

// server keys belong on a server: only this sandbox and internal tools may allow them in a page
const server = createServer({ ...project, allowServerKeysInBrowser: true })

for await (const user of server.users.stream()) {
  print(`${user.displayName}, ${user.primaryEmail}`)
}

// creating this user again fails with a typed error
await server.users.create({ displayName: "Grace", primaryEmail: "grace@example.com", primaryEmailAuthEnabled: true })
print("Created Grace. Run the code again.")
// #endregion
