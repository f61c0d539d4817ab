/** Keeps two accounts on one device, and switches between them. The site shows this code in a sandbox. */
import { print, project } from "./prepared.ts"

// #region code
import { Accounts, accountsOf } from "latchkey/accounts"
import { createClient } from "latchkey/promise"

const client = createClient({ ...project, tokenStore: Accounts.layerMemory() })
const accounts = accountsOf(client)
await client.signIn.withPassword({ email: "ada@example.com", password: "correct horse battery staple" })

// Ada stays signed in, and the next sign-in adds an account
await accounts.add()
await client.signIn.withPassword({ email: "grace@example.com", password: "amazing grace hopper" })
for (const { isActive, primaryEmail } of await accounts.list()) {
  print(isActive ? `${primaryEmail}, active` : primaryEmail)
}

const ada = (await accounts.list()).find(({ isActive }) => !isActive)
if (ada !== undefined) await accounts.switchTo({ userId: ada.userId })
print(`now ${(await client.currentUser.get({ or: "throw" })).displayName}`)
// #endregion
