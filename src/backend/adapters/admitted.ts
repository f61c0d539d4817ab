/** The users and sessions of requests that a middleware let through. */
import { PlainError } from "../token/index.ts"
import type { Authentication, SessionAuthentication, SignedIn } from "../verify/index.ts"
import type { AdapterOptions } from "./admission.ts"

/**
 * This request didn't pass a middleware that requires a user or a session.
 *
 * @cause The handler doesn't run after the middleware, or the middleware requires something else.
 * @fix Put the middleware that requires a user or a session before the handler. The message names the middleware.
 */
export class RequirementMissing extends PlainError<"RequirementMissing", { readonly require: "user" | "session" }> {
  declare readonly require: "user" | "session"

  constructor(require: "user" | "session") {
    super(
      "RequirementMissing",
      { require },
      `${require}Of(request) needs a request that passed middleware with { require: "${require}" }. Put `
        + `latchkeyExpress(authenticator, { require: "${require}" }), or latchkeyHono, before this handler. If sign-in is `
        + "optional, use authenticationOf(request), or c.get(\"authentication\") with Hono."
    )
  }
}

/** Users by request. */
export const users = new WeakMap<object, SignedIn>()

/** Sessions by request. */
export const sessions = new WeakMap<object, SessionAuthentication>()

/**
 * Stores the user or session of a request, keyed by the object that the framework passes to all handlers of the
 * request.
 */
export const admit = (request: object, found: Authentication, { require }: AdapterOptions = {}): void => {
  // `refusalBy` has checked the type
  if (require === "user") users.set(request, found as SignedIn)
  if (require === "session") sessions.set(request, found as SessionAuthentication)
}
