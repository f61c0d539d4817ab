import { type Authentication, fetchHandler } from "latchkey/adapters"
import { createClient } from "latchkey/promise"
import { createAuthenticator } from "latchkey/verify"
import { createContext, type MiddlewareFunction, redirect, type RouterContextProvider } from "react-router"

const authenticator = createAuthenticator()

export const authenticationContext = createContext<Authentication>()

// authenticates the request, and sets the cookie of a refreshed session
export const sessionMiddleware: MiddlewareFunction<Response> = ({ context, request }, next) =>
  fetchHandler(authenticator, (_request, authentication) => {
    context.set(authenticationContext, authentication)
    return next()
  })(request)

/** Reads the complete user of the request's session, or returns `null`. */
export const currentUser = async (context: Readonly<RouterContextProvider>) => {
  const authentication = context.get(authenticationContext)
  if (authentication.status === "unavailable") throw authentication.error
  if (authentication.status !== "signed-in" || authentication.by !== "session") return null
  await using client = createClient({ tokenStore: authentication.tokens })
  return await client.currentUser.get()
}

/** Returns the user. Redirects signed-out visitors to the sign-in page, and back to `url` after the sign-in. */
export const requireUser = async (context: Readonly<RouterContextProvider>, url: string) => {
  const user = await currentUser(context)
  if (user !== null) return user
  const { pathname, search } = new URL(url)
  throw redirect(`/handler/sign-in?${new URLSearchParams({ after_auth_return_to: pathname + search })}`)
}
