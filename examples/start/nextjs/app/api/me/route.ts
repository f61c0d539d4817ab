/** The quick start with Next.js: a route handler for signed-in users. */
import { withUser } from "../../../latchkey"

export const GET = withUser((_request, user) => Response.json({ name: user.displayName, email: user.primaryEmail }))
