/** The guide to tapes: records a failed sign-in, and writes a test that repeats it. */
import { startEmulator } from "latchkey/emulator"
import { createClient } from "latchkey/promise"
import { Tape } from "latchkey/testing"
import { writeFile } from "node:fs/promises"
import { signIn } from "./signIn.ts"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }
await using platform = await startEmulator({ users: [ada] })
// the platform is overloaded
platform.faults.add({ endpoint: "password.signIn", respond: { type: "tooManyRequests", retryAfterSeconds: 3600 } })

const recording = Tape.record({ keep: ["returned"] })
await using client = createClient({ ...platform.project, fetch: recording.fetch })
console.log(`the user reads: ${await recording.run(signIn, client, ada)}`)

const program = { name: "signIn", module: "../signIn.ts" }
await writeFile("test/overload.test.ts", Tape.toTest(recording.tape(), { program }))
