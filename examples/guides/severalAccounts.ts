/** Several accounts on one device. `npm run example -- examples/guides/severalAccounts.ts` */
import { Accounts, accountsOf } from "latchkey/accounts"
import { startEmulator } from "latchkey/emulator"
import { createClient } from "latchkey/promise"

const ada = { email: "ada@example.com", password: "correct horse" }
const work = { email: "ada@work.example", password: "battery staple" }
await using platform = await startEmulator({ users: [ada, work] })
const { project } = platform

// #region client
await using client = createClient({ ...project, tokenStore: Accounts.layerBrowser() })
const accounts = accountsOf(client)
// #endregion

await client.signIn.withPassword(ada)

// #region add
// Ada stays signed in on this device, and the next sign-in adds another account
await accounts.add()
await client.signIn.withPassword(work)
// #endregion

// #region switch
for (const { isActive, primaryEmail } of await accounts.list()) {
  console.log(isActive ? `${primaryEmail}, active` : primaryEmail)
}
const other = (await accounts.list()).find(({ isActive }) => !isActive)
if (other !== undefined) await accounts.switchTo({ userId: other.userId })

const user = await client.currentUser.get({ or: "throw" })
console.log(`working as ${user.primaryEmail}`)
// #endregion

// #region signOut
// signs out one account; afterwards, no account is active
await accounts.signOut({ userId: user.id })
console.log(`signed out, with ${(await accounts.list()).length} account left`)

await accounts.signOutAll()
console.log(`${(await accounts.list()).length} accounts left`)
// #endregion
