/** Endpoints that Latchkey doesn't cover, declared in the same way as Latchkey's own endpoints. */
import * as Schema from "effect/Schema"
import { endpoint, Fields, KnownError, wire, wireStruct } from "latchkey/schemas"

// #region error
export class NoteTooLong extends KnownError("NoteTooLong", {
  code: "NOTE_TOO_LONG",
  status: 400,
  details: { maxLength: Schema.Int },
  field: "title",
  message: ({ maxLength }) => `Choose a title of at most ${maxLength ?? 100} characters.`
}) {}
// #endregion

// #region endpoints
const Note = wireStruct({
  id: Schema.String,
  title: Schema.String,
  // By default, the names on the wire would be `created_at` and `is_pinned`, but the platform uses other names.
  createdAt: wire("created_at_millis", Fields.Millis),
  isPinned: wire("isPinned", Schema.Boolean)
})

export const listNotes = endpoint("client", "notes.list", "GET /notes", {
  output: wireStruct({ items: Schema.Array(Note) })
})

export const addNote = endpoint("client", "notes.add", "POST /notes", {
  input: { title: Schema.String, isPinned: wire("isPinned", Schema.Boolean) },
  output: Note,
  errors: [NoteTooLong],
  status: 201,
  invalidates: [listNotes]
})

export const unlockNotes = endpoint("server", "notes.unlock", "POST /notes/{user_id}/unlock", {
  input: { userId: Fields.UserId, passphrase: Fields.Secret },
  output: wireStruct({ success: Schema.Boolean })
})
// #endregion
