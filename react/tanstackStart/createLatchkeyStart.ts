/** Creates the server functions of a TanStack Start app. */
import * as RequestStore from "../../layers/RequestStore.ts"
import type { User } from "../../schemas/entities/User.ts"
import { fetchHandler, writeCookies } from "../../src/backend/adapters/index.ts"
import {
  type Authentication,
  isOfSession,
  type RequestAuthenticator,
  type RequestLike
} from "../../src/backend/verify/index.ts"
import { addressOf, isNavigation } from "../ssr/addressOf.ts"
import { type PageData, pageDataOf } from "../ssr/pageData.ts"
import { platformOf, type PlatformOptions } from "../ssr/platform.ts"
import { counts, noUser, type UserChoice } from "../ssr/signedInUser.ts"

/** Functions of TanStack Start. They are parameters, so that this module works in every bundle of the framework. */
export interface StartFunctions {
  /** `getRequest` of `@tanstack/react-start/server`. */
  readonly getRequest: () => Request
  /** `redirect` of `@tanstack/react-router`. */
  readonly redirect: (options: { readonly href: string }) => unknown
}

/** Project, pages and authentication of a TanStack Start app. */
export interface LatchkeyStartOptions extends PlatformOptions {}

/** Functions for the server code of a TanStack Start app. Each comment says where to use it. */
export interface LatchkeyStart {
  /**
   * Authenticates a request in the global request middleware. If the session was refreshed, or a client with
   * `tokenStore: getRequest()` changed it, the response sets the new cookies.
   */
  readonly handle: <Result extends { readonly response: Response }>(
    request: Request,
    next: () => Result | Promise<Result>
  ) => Promise<Result>
  /**
   * Returns the user of the request's session in a server function or server route; `null` when signed out. Requests
   * the user from the platform at most once per incoming request.
   */
  readonly currentUser: (options?: UserChoice) => Promise<User | null>
  /**
   * Returns the user of the request's session in a server function. Redirects signed-out visitors to the sign-in page
   * and back, and restricted users to the page `onboarding`.
   */
  readonly requireUser: (
    options?: UserChoice & {
      /**
       * Path to return to after sign-in, such as `location.href` of `beforeLoad`. @default the page's path, if the
       * request is a browser navigation
       */
      readonly returnTo?: string | undefined
    }
  ) => Promise<User>
  /**
   * Returns a handler for a server route, which receives the signed-in user. Other requests get a 401, or a 503 if the
   * platform can't be reached. The body has the reason as problem details (RFC 9457).
   *
   * ```ts
   * server: { handlers: { GET: latchkey.withUser((context, user) => Response.json(notesOf(user.id))) } }
   * ```
   */
  readonly withUser: <Context extends { readonly request: Request }>(
    handler: (context: Context, user: User) => Response | Promise<Response>,
    options?: UserChoice
  ) => (context: Context) => Promise<Response>
  /**
   * Returns the props of `LatchkeyProvider` in a server function that the root route loads. The first paint is then
   * already signed in. The data contains no token.
   */
  readonly pageData: () => Promise<PageData>
  /** Authenticates the request by its token or API key, without a request to the platform for the user. */
  readonly authenticate: () => Promise<Authentication>
  /** Authenticator for `fetchHandler` from `latchkey/adapters`, and for other code that has a complete `Request`. */
  readonly authenticator: Pick<RequestAuthenticator, "authenticateRequest">
}

/**
 * Creates the server functions of a TanStack Start app. Call it once, in a file that only server code imports:
 *
 * ```ts
 * export const latchkey = createLatchkeyStart({ getRequest, redirect })
 * ```
 *
 * Project and keys are read from the environment unless you pass them.
 */
export const createLatchkeyStart = (
  { getRequest, redirect }: StartFunctions,
  options: LatchkeyStartOptions = {}
): LatchkeyStart => {
  const platform = platformOf(options)

  const authenticator = { authenticateRequest: once((request: RequestLike) => platform.authenticateRequest(request)) }

  const authenticate = () => authenticator.authenticateRequest(getRequest())

  const userOf = once(async (request: Request): Promise<User | null> => {
    const found = await authenticator.authenticateRequest(request)
    if (found.status === "unavailable") throw found.error
    return isOfSession(found) ? await platform.userOf(found) : null
  })

  const currentUser: LatchkeyStart["currentUser"] = async (choice) => {
    const user = await userOf(getRequest())
    return user !== null && counts(user, choice) ? user : null
  }

  return {
    authenticate,
    authenticator: { authenticateRequest: platform.authenticateRequest },
    currentUser,
    handle: async <Result extends { readonly response: Response }>(
      request: Request,
      next: () => Result | Promise<Result>
    ) => {
      const results: Array<Result> = []
      const response = await fetchHandler(authenticator, async () => {
        const result: Result = await next()
        results.push(result)
        return withCookies(result.response, RequestStore.make(request).setCookies())
      })(request)
      return { ...results[0]!, response }
    },
    requireUser: async ({ returnTo, ...choice } = {}) => {
      const user = await currentUser(choice)
      if (user !== null) return user
      const restricted = await currentUser({ includeRestricted: true })
      const { headers, url } = getRequest()
      const { pathname, search } = new URL(url)
      const path = returnTo ?? (isNavigation(headers) ? pathname + search : null)
      const href = await platform.hrefOf(restricted === null ? "signIn" : "onboarding", addressOf(headers, path))
      throw redirect({ href })
    },
    withUser: (handler, choice) => async (context) =>
      fetchHandler(authenticator, async (request, session) => {
        const user = await userOf(request)
        return user !== null && counts(user, choice) ? handler(context, user) : noUser(user, session)
      }, { require: "session" })(context.request),
    pageData: async () => pageDataOf(platform, options, await authenticate(), () => userOf(getRequest()))
  }
}

/** Runs a function once for each request. */
const once = <R extends object, A>(run: (request: R) => Promise<A>): (request: R) => Promise<A> => {
  const results = new WeakMap<R, Promise<A>>()
  return (request) => {
    const known = results.get(request) ?? run(request)
    results.set(request, known)
    return known
  }
}

/** Returns a copy with the cookies, because some responses have immutable headers. */
const withCookies = (response: Response, setCookies: ReadonlyArray<string>): Response => {
  if (setCookies.length === 0) return response
  const copy = new Response(response.body, response)
  writeCookies(copy.headers, setCookies)
  return copy
}
