import { requireUser } from "../../../latchkey"
import { notesOf } from "../notes"

/** A download. Someone who follows a link here signed out is asked to sign in; a `fetch` is answered 401. */
export const GET = async () => {
  const user = await requireUser()
  return new Response(notesOf(user.id).join("\n"), {
    headers: { "content-type": "text/plain", "content-disposition": "attachment; filename=\"notes.txt\"" }
  })
}
