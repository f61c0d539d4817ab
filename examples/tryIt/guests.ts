/** Turns a guest into an account. The site shows this code in a sandbox. */
import { client, print } from "./prepared.ts"

// #region code
await client.signOut()

// creates a guest, because no user is signed in
const guest = await client.currentUser.get({ or: "anonymous" })
await client.currentUser.update({ clientMetadata: { basket: ["a book"] } })
print(`counts as signed in: ${await client.currentUser.get() !== null}`)

await client.signUp.withPassword({ email: "grace@example.com", password: "amazing grace hopper" })
const user = await client.currentUser.get({ or: "throw" })
print(`the same user: ${user.id === guest.id}, with the basket`, user.clientMetadata)
// #endregion
