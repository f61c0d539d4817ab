/** Records a program's tape for `latchkey watch`. `npm run example -- examples/guides/watch.ts` */
import { startEmulator } from "latchkey/emulator"
import { createServer } from "latchkey/promise"
import { Tape } from "latchkey/testing"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import * as path from "node:path"

await using platform = await startEmulator({ users: [{ email: "ada@example.com" }] })
const { project } = platform
const folder = await mkdtemp(path.join(tmpdir(), "tapes-"))

// #region record
const recording = Tape.record()
await using server = createServer({ ...project, fetch: recording.fetch })
for (const { id } of await server.users.list()) await server.users.get({ userId: id })
await writeFile(path.join(folder, "users.tape.json"), Tape.stringify(recording.tape()))
// #endregion

const { exchanges } = Tape.parse(await readFile(path.join(folder, "users.tape.json"), "utf8"))
console.log(exchanges.map(({ endpoint }) => endpoint).join(", "))
await rm(folder, { recursive: true })
