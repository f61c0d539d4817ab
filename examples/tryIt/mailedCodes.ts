/** Signs in with a mailed code, and tries to use it again. The site shows this code in a sandbox. */
import { client, emulator, print } from "./prepared.ts"

// #region code
import { VerificationCodeError } from "latchkey/promise"

const { nonce } = await client.signIn.sendCode({ email: "grace@example.com" })
const code = emulator.outbox.byAddress("grace@example.com").at(-1)?.otp ?? ""

const { isNewUser } = await client.signIn.withCode({ code, nonce })
print(`signed in with ${code}, as a new user: ${isNewUser}`)

// each code works once
try {
  await client.signIn.withCode({ code, nonce })
} catch (error) {
  if (!(error instanceof VerificationCodeError)) throw error
  print(`${error._tag}: ${error.message}`)
}
// #endregion
