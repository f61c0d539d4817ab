import { withUser } from "../../../latchkey"

/** For scripts of the app's own pages: without a signed-in user the response is 401, with the reason in JSON. */
export const GET = withUser((_request, user) => Response.json({ id: user.id, name: user.displayName }))
