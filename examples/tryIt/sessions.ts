/** Watches a session through a refresh and a sign-out. The site shows this code in a sandbox. */
import { client, emulator, print } from "./prepared.ts"

// #region code
await client.signIn.withPassword({ email: "ada@example.com", password: "correct horse battery staple" })
print(`the session is ${client.session.state()._tag}`)

emulator.clock.advance("1 day")
const user = await client.currentUser.get({ or: "throw" })
print(`a day later, it still belongs to ${user.displayName}`)

await client.signOut()
print(`the session is ${client.session.state()._tag}`)
// #endregion
