import { fetchHandler } from "latchkey/adapters"
import { authenticator } from "../../../latchkey"
import { notesOf } from "../../notes/notes"

/** An endpoint for programs. They send an access token or an API key. Other requests get a 401. */
export const GET = fetchHandler(
  authenticator,
  (_request, { userId }) => Response.json({ userId, notes: notesOf(userId) }),
  { require: "user" }
)
