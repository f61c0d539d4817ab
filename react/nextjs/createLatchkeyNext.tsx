/** Creates everything that a Next.js app needs with one function. */
// The server version of `next/navigation`, because an import of `next/navigation.js` would resolve to the browser
// version.
import { redirect } from "next/dist/client/components/navigation.react-server.js"
// Shows whether the code runs in a route handler or in a page, for which Next.js has no public API.
import { workAsyncStorage } from "next/dist/server/app-render/work-async-storage.external.js"
import { cookies, headers } from "next/headers.js"
import { connection, NextResponse } from "next/server.js"
import { cache, type ComponentType, type ReactNode, Suspense } from "react"
import type { User } from "../../schemas/entities/User.ts"
import { fetchHandler, latchkeyNextjs, latchkeyProxy } from "../../src/backend/adapters/index.ts"
import { type Authentication, isOfSession, type RequestAuthenticator } from "../../src/backend/verify/index.ts"
import { LatchkeyHandler } from "../screens/LatchkeyHandler.tsx"
import { addressOf, isNavigation } from "../ssr/addressOf.ts"
import { HandedProvider, type HandedProviderProps } from "../ssr/HandedProvider.tsx"
import { pageDataOf } from "../ssr/pageData.ts"
import { platformOf, type PlatformOptions } from "../ssr/platform.ts"
import { counts, noUser, type UserChoice } from "../ssr/signedInUser.ts"

/** Project, pages and authentication of a Next.js app. */
export interface LatchkeyNextOptions extends PlatformOptions {}

/** Props of the provider for layouts. */
export interface NextProviderProps {
  readonly children?: ReactNode | undefined
  /** Shown while a descendant without its own `Suspense` boundary suspends. @default nothing */
  readonly fallback?: ReactNode | undefined
  /**
   * A Client Component that passes its props to `PageProvider` from `latchkey/react`, with its own client. The components
   * then share that client with all other browser code:
   *
   * ```tsx
   * "use client"
   * export const client = createClient()
   * export const Provider = (props: PageProviderProps) => <PageProvider {...props} client={client} />
   * ```
   *
   * @default `PageProvider`, which creates a client
   */
  readonly provider?: ComponentType<HandedProviderProps> | undefined
}

/** Props that Next.js passes to the page of a catch-all folder, such as `app/handler/[...latchkey]/page.tsx`. */
export interface HandlerProps {
  readonly params: Promise<{ readonly [name: string]: string | ReadonlyArray<string> | undefined }>
}

/** Exports for a Next.js app. Each comment says where to use it. */
export interface LatchkeyNext {
  /**
   * Wraps the app in `app/layout.tsx`. The first paint is already signed in: the browser starts with the session of the
   * request and doesn't send the same requests again.
   */
  readonly LatchkeyProvider: (props: NextProviderProps) => ReactNode
  /**
   * Component for the page `app/handler/[...latchkey]/page.tsx`. It renders every screen, and sets the page's title.
   */
  readonly LatchkeyHandler: (props: HandlerProps) => ReactNode
  /** Metadata for the page of `LatchkeyHandler`. It sets no title, because each screen sets its own. */
  readonly metadata: { readonly title: null }
  /**
   * Returns the user of the request's session in a Server Component, Server Action or route handler; `null` when signed
   * out. Sends one request per page, shared with the layout's provider.
   */
  readonly currentUser: (options?: UserChoice) => Promise<User | null>
  /**
   * Returns the user of the request's session. Redirects signed-out visitors to the sign-in page and back here, and
   * restricted users to the page `onboarding`.
   *
   * In a route handler, requests that are not browser navigations, such as a `fetch`, get a 401 without a body;
   * `withUser` adds the reason. A navigation, such as a download link, is redirected to the sign-in page, which does
   * not return to the route handler.
   */
  readonly requireUser: (
    options?: UserChoice & {
      /** Path to return to after sign-in. @default the page's path, which `proxy` provides; none in a route handler */
      readonly returnTo?: string | undefined
    }
  ) => Promise<User>
  /**
   * Returns a route handler that receives the signed-in user. Other requests get a 401, or a 503 if the platform can't be
   * reached. The body has the reason as problem details (RFC 9457).
   *
   * ```ts
   * export const GET = withUser((request, user) => Response.json(notesOf(user.id)))
   * ```
   *
   * To accept API keys as well, use `fetchHandler` from `latchkey/adapters` with `authenticator`.
   */
  readonly withUser: <Rest extends ReadonlyArray<unknown>>(
    handler: (request: Request, user: User, ...rest: Rest) => Response | Promise<Response>,
    options?: UserChoice
  ) => (request: Request, ...rest: Rest) => Promise<Response>
  /** Authenticates the request by its token or API key, without a request to the platform for the user. */
  readonly authenticate: () => Promise<Authentication>
  /**
   * The function for `proxy.ts`. Refreshes an expired session once, for the browser and for the page being rendered.
   */
  readonly proxy: (request: Request) => Promise<Response>
  /** Authenticator for `fetchHandler` from `latchkey/adapters` and for other code that has a complete `Request`. */
  readonly authenticator: Pick<RequestAuthenticator, "authenticateRequest">
}

/**
 * Creates everything that a Next.js app needs. Call it once, in its own file:
 *
 * ```ts
 * export const { currentUser, LatchkeyHandler, LatchkeyProvider, metadata, proxy, requireUser, withUser } =
 *   createLatchkeyNext()
 * ```
 *
 * Project and keys are read from the environment unless you pass them.
 *
 * @example
 * ```ts
 * import { createLatchkeyNext } from "latchkey/nextjs"
 *
 * const { withUser } = createLatchkeyNext(project)
 * const GET = withUser((_, user) => Response.json({ notesOf: user.displayName }))
 *
 * console.log(await (await GET(request)).json()) // { notesOf: 'Ada' }
 * console.log((await GET(new Request(request.url))).status) // 401
 * ```
 */
export const createLatchkeyNext = (options: LatchkeyNextOptions = {}): LatchkeyNext => {
  const platform = platformOf(options)

  const request = latchkeyNextjs(platform, { cookies, headers, redirect })

  const authenticate = cache(async () => {
    // Stops prerendering, because the result depends on the request.
    await connection()
    return request.authenticate()
  })

  const sessionUser = cache(async (): Promise<User | null> => {
    const found = await authenticate()
    if (found.status === "unavailable") throw found.error
    return isOfSession(found) ? await platform.userOf(found) : null
  })

  const currentUser: LatchkeyNext["currentUser"] = async (choice) => {
    const user = await sessionUser()
    return user !== null && counts(user, choice) ? user : null
  }

  const Provider = async ({ children, fallback, provider: Page = HandedProvider }: NextProviderProps) => {
    const found = await authenticate()
    const data = await pageDataOf(platform, options, found, sessionUser)
    return <Page fallback={fallback} {...data}>{children}</Page>
  }

  const Handler = async ({ params }: HandlerProps) => {
    const path = Object.values(await params).flat().join("/")
    return <LatchkeyHandler path={`${await platform.handlerPath()}/${path}`} />
  }

  return {
    authenticate,
    authenticator: { authenticateRequest: platform.authenticateRequest },
    currentUser,
    requireUser: async ({ returnTo, ...choice } = {}) => {
      const user = await currentUser(choice)
      if (user !== null) return user
      const restricted = await currentUser({ includeRestricted: true })
      const received = await headers()
      const isRouteHandler = workAsyncStorage.getStore()?.page.endsWith("/route") === true
      if (isRouteHandler && !isNavigation(received)) throw unauthorized()
      const here = isRouteHandler && returnTo === undefined ? undefined : addressOf(received, returnTo)
      return redirect(await platform.hrefOf(restricted === null ? "signIn" : "onboarding", here))
    },
    withUser: (handler, choice) =>
      fetchHandler(platform, async (request, session, ...rest) => {
        const user = await platform.userOf(session)
        return user !== null && counts(user, choice) ? handler(request, user, ...rest) : noUser(user, session)
      }, { require: "session" }),
    proxy: latchkeyProxy(platform, NextResponse),
    LatchkeyProvider: ({ children, fallback = null, provider }) => (
      <Suspense fallback={fallback}>
        <Provider fallback={fallback} provider={provider}>{children}</Provider>
      </Suspense>
    ),
    LatchkeyHandler: ({ params }) => (
      <Suspense>
        <Handler params={params} />
      </Suspense>
    ),
    metadata: { title: null }
  }
}

/**
 * Returns an error that Next.js turns into a 401 in route handlers. `unauthorized()` of Next.js would require an
 * experimental flag.
 */
const unauthorized = (): Error =>
  Object.assign(new Error("The request has no signed-in user, so requireUser() ends it with 401."), {
    digest: "NEXT_HTTP_ERROR_FALLBACK;401"
  })
