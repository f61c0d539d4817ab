/** Functions for handlers behind a middleware with `require`. */
import type { Authentication, SessionAuthentication, SignedIn } from "../verify/index.ts"
import { RequirementMissing, sessions, users } from "./admitted.ts"
import type { ExpressRequest } from "./express.ts"
import type { HonoContext } from "./hono.ts"

/** An Express request or a Hono context behind a middleware that lets only `Who` through. */
export type AuthenticatedRequest<Who extends Authentication> = ExpressRequest<Who> | Pick<HonoContext, "req">

/**
 * Returns the user of a request behind a middleware with `require: "user"`, from Express's request or Hono's context.
 * Throws `RequirementMissing` without such a middleware; if Express's types know the middleware, that does not compile.
 *
 * ```ts
 * app.get("/notes", latchkeyExpress(authenticator, { require: "user" }), (request, response) => {
 *   response.json({ notesOf: userOf(request).userId })
 * })
 * ```
 */
export const userOf = (request: AuthenticatedRequest<SignedIn>): SignedIn => {
  const found = users.get(request)
  if (found === undefined) throw new RequirementMissing("user")
  return found
}

/** Returns the session of a request behind a middleware with `require: "session"`. Otherwise like {@link userOf}. */
export const sessionOf = (request: AuthenticatedRequest<SessionAuthentication>): SessionAuthentication => {
  const found = sessions.get(request)
  if (found === undefined) throw new RequirementMissing("session")
  return found
}
