import { json } from "@sveltejs/kit"
import { refusedResponse } from "latchkey/adapters"
import type { RequestHandler } from "./$types"

export const GET: RequestHandler = ({ locals: { authentication } }) => {
  // signed-out requests get a 401
  if (authentication.status !== "signed-in") return refusedResponse(authentication)
  return json({ notesOf: authentication.userId })
}
