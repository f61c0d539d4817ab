import type { APIContext, MiddlewareNext } from "astro"
import { defineMiddleware } from "astro:middleware"
import { fetchHandler } from "latchkey/adapters"
import { createAuthenticator } from "latchkey/verify"

const authenticator = createAuthenticator()

// authenticates the request, and sets the cookie of a refreshed session
const authenticated = fetchHandler(
  authenticator,
  (_request, authentication, context: APIContext, next: MiddlewareNext) => {
    context.locals.authentication = authentication
    return next()
  }
)

export const onRequest = defineMiddleware((context, next) =>
  // a prerendered page has no request from a user
  context.isPrerendered ? next() : authenticated(context.request, context, next)
)
