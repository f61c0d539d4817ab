import { refusedResponse } from "latchkey/adapters"
import { authenticationContext } from "../session.server"
import type { Route } from "./+types/api.notes"

export const loader = ({ context }: Route.LoaderArgs) => {
  const authentication = context.get(authenticationContext)
  // signed-out requests get a 401
  if (authentication.status !== "signed-in") return refusedResponse(authentication)
  return Response.json({ notesOf: authentication.userId })
}
