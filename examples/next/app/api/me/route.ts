import { withUser } from "../../../latchkey"

/** An endpoint for the app's own scripts. A signed-out request gets a 401 with the reason as JSON. */
export const GET = withUser((_request, user) => Response.json({ id: user.id, name: user.displayName }))
