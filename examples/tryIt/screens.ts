/** Opens the screen of a link in an email. The site shows this code in a sandbox. */
import { client, emulator, open, print } from "./prepared.ts"

// #region code
await client.password.sendResetCode({ email: "ada@example.com" })
const mail = emulator.outbox.byAddress("ada@example.com").at(-1)
print(`email: ${mail?.subject}`)

// the link's screen, on which Ada chooses a new password
open(mail?.link ?? "/handler/forgot-password")
// #endregion
