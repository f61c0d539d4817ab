/** Retries rate-limited requests with a custom policy. The site shows this code in a sandbox. */
import { emulator, print, project } from "./prepared.ts"

// #region code
import { createClient } from "latchkey/promise"

const client = createClient({ ...project, retryPolicy: { attempts: 3, base: "100 millis" } })
await client.signIn.withPassword({ email: "ada@example.com", password: "correct horse battery staple" })

// two attempts get a 429, the third succeeds
emulator.faults.add({ endpoint: "users.getMe", times: 2, respond: { type: "tooManyRequests" } })
const user = await client.currentUser.get({ or: "throw" })
print(`${user.displayName}, after ${emulator.requests.list().filter(({ status }) => status === 429).length} retries`)

// with four 429s, three attempts are not enough: change `attempts` and run again
emulator.faults.add({ endpoint: "users.getMe", times: 4, respond: { type: "tooManyRequests" } })
await client.currentUser.get({ or: "throw" }).finally(() => emulator.faults.clear())
// #endregion
