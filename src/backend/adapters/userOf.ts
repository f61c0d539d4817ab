/** What handlers behind a middleware with `require` ask. */
import type { Authentication, SessionAuthentication, SignedIn } from "../verify/index.ts"
import { RequirementMissing, sessions, users } from "./admitted.ts"
import type { ExpressRequest } from "./express.ts"
import type { HonoContext } from "./hono.ts"

/** A request of Express, or a context of Hono, behind a middleware that lets these through. */
export type AuthenticatedRequest<Who extends Authentication> = ExpressRequest<Who> | Pick<HonoContext, "req">

/**
 * The user who sends a request, behind a middleware with `require: "user"`: Express's request, or Hono's context. Without
 * one it throws `RequirementMissing`; where Express's types know of the middleware, that does not compile.
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

/** The session that sends a request, behind a middleware with `require: "session"`. The rest is as with {@link userOf}. */
export const sessionOf = (request: AuthenticatedRequest<SessionAuthentication>): SessionAuthentication => {
  const found = sessions.get(request)
  if (found === undefined) throw new RequirementMissing("session")
  return found
}
