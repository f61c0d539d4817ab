import { refusedResponse } from "latchkey/adapters"

export default defineEventHandler(({ context: { authentication } }) => {
  // signed-out requests get a 401
  if (authentication.status !== "signed-in") return refusedResponse(authentication)
  return { notesOf: authentication.userId }
})
