/** Whom a middleware let through because a user or a session was required. */
import { PlainError } from "../token/index.ts"
import type { Authentication, SessionAuthentication, SignedIn } from "../verify/index.ts"
import type { AdapterOptions } from "./admission.ts"

/**
 * No middleware that requires a user, or a session, let this request through.
 *
 * @cause The handler is not below the middleware, or the middleware requires something else.
 * @fix Put the middleware that requires a user, or a session, before the handler. The message says which.
 */
export class RequirementMissing extends PlainError<"RequirementMissing", { readonly require: "user" | "session" }> {
  declare readonly require: "user" | "session"

  constructor(require: "user" | "session") {
    super(
      "RequirementMissing",
      { require },
      `${require}Of(request) was asked about a request that no middleware with { require: "${require}" } let through. Put `
        + `latchkeyExpress(authenticator, { require: "${require}" }), or latchkeyHono, before this handler; where nobody has to `
        + "be signed in, ask authenticationOf(request), with Hono c.get(\"authentication\")."
    )
  }
}

/** The users of requests. */
export const users = new WeakMap<object, SignedIn>()

/** The sessions of requests. */
export const sessions = new WeakMap<object, SessionAuthentication>()

/** Notes who got through, by the value that the framework hands to every handler of a request. */
export const admit = (request: object, found: Authentication, { require }: AdapterOptions = {}): void => {
  // that it is one is what `refusalOf` said
  if (require === "user") users.set(request, found as SignedIn)
  if (require === "session") sessions.set(request, found as SessionAuthentication)
}
