/** Functions for handlers behind a middleware with `require`. */
import type { Authentication, SessionAuthentication, SignedIn } from "../verify/index.ts"
import { RequirementMissing, sessions, users } from "./admitted.ts"
import type { ExpressRequest } from "./express.ts"
import type { HonoContext } from "./hono.ts"

/**
 * An Express request or a Hono context behind a middleware that only lets requests with the authentication `Who`
 * through.
 */
export type AuthenticatedRequest<Who extends Authentication> = ExpressRequest<Who> | Pick<HonoContext, "req">

/**
 * A request behind a middleware that only lets requests with the authentication `Who` through. For any other argument,
 * the type is an error message that the compiler prints.
 */
export type Admitted<Given, Who extends Authentication, Sentence extends string> = Given extends
  AuthenticatedRequest<Who> ? Given
  : Given extends AuthenticatedRequest<Authentication> ? Sentence
  : "Pass Express's request or Hono's context."

/**
 * Returns the user of a request behind a middleware with `require: "user"`, from Express's request or Hono's context.
 * Throws `RequirementMissing` without such a middleware; if Express's types show the middleware, such a call does not
 * compile.
 *
 * @example
 * ```ts
 * import { Hono } from "hono"
 * import { latchkeyHono, userOf } from "latchkey/adapters"
 *
 * const app = new Hono()
 * app.get("/notes", latchkeyHono(authenticator, { require: "user" }), (c) => c.text(userOf(c).by))
 * console.log(await (await app.request(request)).text()) // session
 * console.log((await app.request("/notes")).status) // 401
 * ```
 */
export const userOf = <Given>(
  request: Admitted<
    Given,
    SignedIn,
    "The middleware of this handler lets other requests through: give it { require: 'user' }, or use authenticationOf(request)."
  >
): SignedIn => {
  const found = users.get(request as object)
  if (found === undefined) throw new RequirementMissing("user")
  return found
}

/** Returns the session of a request behind a middleware with `require: "session"`. Otherwise like {@link userOf}. */
export const sessionOf = <Given>(
  request: Admitted<
    Given,
    SessionAuthentication,
    "The middleware of this handler lets other requests through: give it { require: 'session' }, or use authenticationOf(request)."
  >
): SessionAuthentication => {
  const found = sessions.get(request as object)
  if (found === undefined) throw new RequirementMissing("session")
  return found
}
