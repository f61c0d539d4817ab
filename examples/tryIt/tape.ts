/** Records a failed sign-in, and replays it without the emulator. The site shows this code in a sandbox. */
import { emulator, print, project } from "./prepared.ts"

// #region code
import { createClient } from "latchkey/promise"
import { Tape } from "latchkey/testing"

const recording = Tape.record({ fetch: emulator.fetch })
const client = createClient({ ...project, fetch: recording.fetch })
await client.signIn.withPassword({ email: "ada@example.com", password: "a wrong one" }).catch(() => undefined)

const tape = recording.tape()
print(Tape.stringify(tape))

// the same failure, from the tape: without a server, and without the password
const replay = Tape.replay(tape)
await replay.client().signIn.withPassword({ email: "ada@example.com", password: "another one" })
// #endregion
