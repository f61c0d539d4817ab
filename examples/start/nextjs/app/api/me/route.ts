/** The quick start with Next.js: a route handler for people who are signed in. */
import { withUser } from "../../../latchkey"

export const GET = withUser((_request, user) => Response.json({ name: user.displayName, email: user.primaryEmail }))
