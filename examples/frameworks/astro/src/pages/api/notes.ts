import type { APIRoute } from "astro"
import { refusedResponse } from "latchkey/adapters"

export const GET: APIRoute = ({ locals: { authentication } }) => {
  // signed-out requests get a 401
  if (authentication.status !== "signed-in") return refusedResponse(authentication)
  return Response.json({ notesOf: authentication.userId })
}
