import type { RequestEvent } from "@sveltejs/kit"
import type { Handle } from "@sveltejs/kit/hooks"
import { fetchHandler } from "latchkey/adapters"
import { createAuthenticator } from "latchkey/verify"

const authenticator = createAuthenticator()

// authenticates the request, and sets the cookie of a refreshed session
const authenticated = fetchHandler(
  authenticator,
  (_request, authentication, event: RequestEvent, resolve: Parameters<Handle>[0]["resolve"]) => {
    event.locals.authentication = authentication
    return resolve(event)
  }
)

export const handle: Handle = ({ event, resolve }) => authenticated(event.request, event, resolve)
