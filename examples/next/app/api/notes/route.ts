import { fetchHandler } from "latchkey/adapters"
import { authenticator } from "../../../authenticator"

export const GET = fetchHandler(
  authenticator,
  (_request, who) => Response.json({ notesOf: who.status === "signed-in" ? who.userId : null }),
  { require: "user" }
)
