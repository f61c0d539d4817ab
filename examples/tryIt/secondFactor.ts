/** Sets up multi-factor authentication, and signs in with a code. The site shows this code in a sandbox. */
import { client, emulator, print } from "./prepared.ts"

// #region code
import { MultiFactorAuthenticationRequired, reveal } from "latchkey/promise"
import { TOTP } from "otpauth"

const credentials = { email: "ada@example.com", password: "correct horse battery staple" }
await client.signIn.withPassword(credentials)
const { secret } = await client.totp.begin()

// this is what an authenticator app does
const app = new TOTP({ secret: reveal(secret) })
const codeNow = () => app.generate({ timestamp: emulator.clock.now().getTime() })

await client.totp.enable({ secret, totp: codeNow() })
await client.signOut()

try {
  await client.signIn.withPassword(credentials)
} catch (error) {
  if (!(error instanceof MultiFactorAuthenticationRequired)) throw error
  print("the password isn't sufficient any more")
  await client.signIn.withTotp({ totp: codeNow() })
}
print(`signed in: ${(await client.currentUser.get({ or: "throw" })).displayName}`)
await client.totp.disable()
// #endregion
