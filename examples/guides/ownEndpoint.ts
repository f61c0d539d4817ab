/** Calls an endpoint that Latchkey doesn't cover yet. `npm run example -- examples/guides/ownEndpoint.ts` */
import * as Effect from "effect/Effect"
import { Client, read, reads, Server } from "latchkey"
import { startEmulator } from "latchkey/emulator"
import { createClient, createServer } from "latchkey/promise"
import { addNote, listNotes, NoteTooLong, unlockNotes } from "./ownEndpoints.ts"

await using platform = await startEmulator({ users: [{ email: "ada@example.com", password: "correct horse" }] })
const { project } = platform

// #region stub
const notes = [{ id: "1", title: "Groceries", created_at_millis: 0, isPinned: false }]

/** Handles requests below `/notes`, and passes all others to the emulator. */
const fetch = async (url: string, init: RequestInit): Promise<Response> => {
  const { pathname } = new URL(url)
  if (!pathname.startsWith("/api/v1/notes")) return platform.fetch(url, init)
  if (init.method === "GET") return Response.json({ items: notes })
  const body = JSON.parse(String(init.body))
  if (pathname.endsWith("/unlock")) return Response.json({ success: body.passphrase === "open sesame" })
  if (body.title.length > 20) {
    const error = { code: "NOTE_TOO_LONG", error: "The title is too long.", details: { max_length: 20 } }
    return Response.json(error, { status: 400, headers: { "x-stack-known-error": error.code } })
  }
  const note = { id: String(notes.length + 1), created_at_millis: 0, ...body }
  notes.push(note)
  return Response.json(note, { status: 201 })
}
// #endregion

// #region effect
/** At client level. The error channel contains `NoteTooLong`, and `CallError` for errors that any call can have. */
const add = (title: string) =>
  addNote({ title, isPinned: true }).pipe(
    Effect.map((note) => `added ${note.title}`),
    Effect.catchTag("NoteTooLong", (error) => Effect.succeed(error.message))
  )

/** At server level. This program doesn't compile with a client layer. */
const unlock = unlockNotes({ userId: "5a3c9f0e-1b2c-4d5e-8f90-123456789abc", passphrase: "open sesame" })
// #endregion
const inClient = Effect.provide(add("Water the plants"), Client.layer({ ...project, fetch }))
console.log(await Effect.runPromise(inClient))
const inServer = Effect.provide(
  Effect.zip(add("A title that is far too long"), unlock),
  Server.layer({ ...project, fetch })
)
const [refused, unlocked] = await Effect.runPromise(inServer)
console.log(`${refused} ${unlocked.success}`)

// #region promise
await using client = createClient({ ...project, fetch })
const { items } = await client.call(listNotes)
console.log(items.map(({ title }) => title).join(", "))

const added = await client.call(addNote, { title: "A title that is far too long", isPinned: false }).settled()
if (!added.ok && added.error instanceof NoteTooLong) console.log(`${added.error.field}: ${added.error.message}`)

await using server = createServer({ ...project, fetch })
await server.call(unlockNotes, { userId: "5a3c9f0e-1b2c-4d5e-8f90-123456789abc", passphrase: "open sesame" })
// #endregion

// #region read
const titles = Effect.map(reads.get(read("notes", listNotes())), ({ items }) => items.length)

const counted = Effect.gen(function*() {
  const before = yield* titles
  yield* addNote({ title: "Call Grace", isPinned: false })
  // `addNote` invalidates `listNotes`, so this is the new list
  return `${before} notes, then ${yield* titles}`
})
// #endregion
const withReads = reads.over(Client.layer({ ...project, fetch }))
console.log(await Effect.runPromise(Effect.provide(counted, withReads)))

// #region fault
platform.faults.add({
  match: ({ method, path }) => method === "GET" && path === "/notes",
  times: 1,
  respond: () => Response.json({ items: [] })
})
// #endregion
await using direct = createClient(project)
console.log(`${(await direct.call(listNotes)).items.length} notes`)
