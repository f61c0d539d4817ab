/** Changes the user while the app shows them. The site shows this code in a sandbox. */
import { client, emulator, print } from "./prepared.ts"

// #region code
const shown = async () => (await client.currentUser.get())?.displayName ?? "no user"
print(`the page shows ${await shown()}`)

// useUser() renders the page again
await client.currentUser.update({ displayName: "Countess of Lovelace" })
print(`the page shows ${await shown()}`)

// the platform ends the session, as another device can
await emulator.users.signOut({ user: "ada@example.com" })
emulator.clock.advance("1 hour")
print(`the page shows ${await shown()}`)
// #endregion
