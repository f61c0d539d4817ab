import { requireUser } from "../../../latchkey"
import { notesOf } from "../notes"

/**
 * A download. Signed-out browsers that navigate to it are redirected to the sign-in page. A signed-out `fetch` gets a
 * 401.
 */
export const GET = async () => {
  const user = await requireUser()
  return new Response(notesOf(user.id).join("\n"), {
    headers: { "content-type": "text/plain", "content-disposition": "attachment; filename=\"notes.txt\"" }
  })
}
