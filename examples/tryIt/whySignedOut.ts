/** Explains why a session ended. The site shows this code in a sandbox. */
import { emulator, print, project } from "./prepared.ts"

// #region code
import { createClient, sessionLedger } from "latchkey/promise"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }
const ledger = sessionLedger()
const phone = createClient({ ...project, ledger })
await phone.signIn.withPassword(ada)

// on another device, Ada ends all other sessions
const laptop = createClient(project)
await laptop.signIn.withPassword(ada)
for (const { id, isCurrentSession } of await laptop.sessions.list()) {
  if (!isCurrentSession) await laptop.sessions.revoke({ id })
}

// an hour later, the phone needs a new access token
emulator.clock.advance("1 hour")
await phone.currentUser.get()
for (const sentence of ledger.whySignedOut() ?? ["No session has ended."]) print(sentence)
// #endregion
