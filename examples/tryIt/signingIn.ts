/** Signs a user up and in, with a wrong password in between. The site shows this code in a sandbox. */
import { client, print } from "./prepared.ts"

// #region code
import { EmailPasswordMismatch } from "latchkey/promise"

const account = { email: "grace@example.com", password: "amazing grace hopper" }
await client.signUp.withPassword(account)
print(`signed up as ${(await client.currentUser.get({ or: "throw" })).primaryEmail}`)
await client.signOut()

try {
  await client.signIn.withPassword({ ...account, password: "a wrong one" })
} catch (error) {
  if (!(error instanceof EmailPasswordMismatch)) throw error
  print(error.message)
}

await client.signIn.withPassword(account)
print(`the session is ${client.session.state()._tag}`)
// #endregion
