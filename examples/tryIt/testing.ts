/** Tests a sign-in with a mailed code, a clock and a fault. The site shows this code in a sandbox. */
import { client, emulator, print } from "./prepared.ts"

// #region code
const email = "ada@example.com"
const { nonce } = await client.signIn.sendCode({ email })
const code = emulator.outbox.byAddress(email).at(-1)?.otp ?? ""
print(`the email contains ${code}`)
await client.signIn.withCode({ code, nonce })

// an hour later, the platform is busy
emulator.clock.advance("1 hour")
emulator.faults.add({ endpoint: "users.getMe", times: 1, respond: { type: "tooManyRequests", retryAfterSeconds: 0 } })
const user = await client.currentUser.get({ or: "throw" })
print(`still signed in as ${user.primaryEmail}`)
// #endregion
