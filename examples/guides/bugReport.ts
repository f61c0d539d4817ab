/** A bug report that is a test: record, replay, fix. `npm run example -- examples/guides/bugReport.ts` */
import { startEmulator } from "latchkey/emulator"
import { createClient } from "latchkey/promise"
import { Tape } from "latchkey/testing"
import { signIn } from "../testing/signInMessage.ts"

// #region bug
const signInWithBug: typeof signIn = async (client, form) => {
  try {
    await client.signIn.withPassword(form)
    return "Welcome back!"
  } catch {
    return "Wrong email address or password."
  }
}
// #endregion

const ada = { email: "ada@example.com", password: "correct horse" }
await using platform = await startEmulator({ users: [ada] })
const { project } = platform
// the platform is overloaded
platform.faults.add({ endpoint: "password.signIn", respond: { type: "tooManyRequests", retryAfterSeconds: 3600 } })

// #region record
const recording = Tape.record()
await using client = createClient({ ...project, fetch: recording.fetch })
console.log(`the user reads: ${await signInWithBug(client, ada)}`)
const tape = recording.tape()
// #endregion
console.log(`the tape contains the password: ${Tape.stringify(tape).includes(ada.password)}`)

// #region replay
for (const [name, tried] of Object.entries({ signInWithBug, signIn })) {
  const replay = Tape.replay(tape)
  await using client = replay.client()
  console.log(`${name}: ${await tried(client, { email: "ada@example.com", password: "any password" })}`)
  replay.assertPlayed()
}
// #endregion

// #region run
const recorded = Tape.record({ keep: ["returned"] })
await using customer = createClient({ ...project, fetch: recorded.fetch })
await recorded.run(signInWithBug, customer, ada)
const source = Tape.toTest(recorded.tape(), { program: { name: "signIn", module: "./signInMessage.ts" } })
// #endregion
console.log(`the written test expects another text: ${source.includes("expect(result).not.toEqual(")}`)

console.log(`the written test signs in: ${Tape.toTest(tape).includes("await client.calls.password.signIn(")}`)
