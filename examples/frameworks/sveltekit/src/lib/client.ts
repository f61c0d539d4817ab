import { createClient } from "latchkey/promise"

/** The session of the browser. On the server, use the session of the request. */
export const client = createClient()
