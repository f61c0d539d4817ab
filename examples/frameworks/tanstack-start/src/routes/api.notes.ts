import { createFileRoute } from "@tanstack/react-router"
import { latchkey } from "../latchkey.server.ts"

export const Route = createFileRoute("/api/notes")({
  server: {
    handlers: {
      // signed-out requests get a 401
      GET: latchkey.withUser((_context, user) => Response.json({ notesOf: user.id }))
    }
  }
})
