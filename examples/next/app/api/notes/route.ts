import { fetchHandler } from "latchkey/adapters"
import { authenticator } from "../../../latchkey"
import { notesOf } from "../../notes/notes"

/** For programs: an access token or an API key does, and who has none is answered 401. */
export const GET = fetchHandler(
  authenticator,
  (_request, { userId }) => Response.json({ userId, notes: notesOf(userId) }),
  { require: "user" }
)
