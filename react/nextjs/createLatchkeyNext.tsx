/** All that an app of Next.js needs, from one call. */
import * as Redacted from "effect/Redacted"
// what next/navigation is on servers: with the extension that Node's modules need, Next.js would take that of browsers
import { redirect } from "next/dist/client/components/navigation.react-server.js"
// nothing public tells a route handler from a page
import { workAsyncStorage } from "next/dist/server/app-render/work-async-storage.external.js"
import { cookies, headers } from "next/headers.js"
import { connection, NextResponse } from "next/server.js"
import { cache, type ReactNode, Suspense } from "react"
import { restrictionOf } from "../../schemas/entities/RestrictedReason.ts"
import type { User } from "../../schemas/entities/User.ts"
import { fetchHandler, latchkeyNextjs, latchkeyProxy } from "../../src/backend/adapters/index.ts"
import {
  type Authentication,
  challenge,
  notOpenYet,
  type RequestAuthenticator,
  type SessionAuthentication
} from "../../src/backend/verify/index.ts"
import { LatchkeyHandler } from "../screens/LatchkeyHandler.tsx"
import { addressOf, isNavigation } from "./addressOf.ts"
import { type Handed, HandedProvider } from "./HandedProvider.tsx"
import { type LatchkeyNextOptions, type Platform, platformOf } from "./platform.ts"

/** What the provider of a layout takes. */
export interface NextProviderProps {
  readonly children?: ReactNode
  /** Shown for as long as something below waits and no nearer `Suspense` says what to show. @default nothing */
  readonly fallback?: ReactNode
}

/** What Next.js gives the page of a catch-all folder, such as `app/handler/[...latchkey]/page.tsx`. */
export interface HandlerProps {
  readonly params: Promise<{ readonly [name: string]: string | ReadonlyArray<string> | undefined }>
}

/** Who counts as a user. */
export interface UserChoice {
  /** Users who may not use the app yet count, too. @default false */
  readonly includeRestricted?: boolean | undefined
}

/** What an app of Next.js uses, each where its comment says. */
export interface LatchkeyNext {
  /**
   * In `app/layout.tsx`, around everything. The first paint is that of the signed-in user: the browser begins with what the
   * request's cookies say, and does not ask for it again.
   */
  readonly LatchkeyProvider: (props: NextProviderProps) => ReactNode
  /** The page `app/handler/[...latchkey]/page.tsx`: every screen, with its title. */
  readonly LatchkeyHandler: (props: HandlerProps) => ReactNode
  /** The metadata of that page: the title is the screen's, in its language. */
  readonly metadata: { readonly title: null }
  /**
   * The user of the request's session, in a server component, server action or route handler; `null`: nobody. One request
   * to the platform for a page, the layout's provider included.
   */
  readonly currentUser: (options?: UserChoice) => Promise<User | null>
  /**
   * Returns the user of the request's session. Without one it redirects to the sign-in page, which leads back here, and a
   * restricted user to the page `onboarding`.
   *
   * In a route handler it answers 401 without a body to whatever is not a navigation of the browser, such as a `fetch`;
   * `withUser` says why in the body. A navigation, such as a link to a download, is redirected to the sign-in page, which
   * does not lead back to the route handler.
   */
  readonly requireUser: (
    options?: UserChoice & {
      /** Path to go on at afterwards. @default that of the page, which `proxy` makes known; none in a route handler */
      readonly returnTo?: string | undefined
    }
  ) => Promise<User>
  /**
   * Makes a route handler that is called with the user of the request's session. Others are answered 401 with the reason in
   * JSON, as by the adapters of other frameworks, and 503 while the platform does not answer.
   *
   * ```ts
   * export const GET = withUser((request, user) => Response.json(notesOf(user.id)))
   * ```
   *
   * For API keys as well, use `fetchHandler` of `latchkey/adapters` with `authenticator`.
   */
  readonly withUser: <Rest extends ReadonlyArray<unknown>>(
    handler: (request: Request, user: User, ...rest: Rest) => Response | Promise<Response>,
    options?: UserChoice
  ) => (request: Request, ...rest: Rest) => Promise<Response>
  /** Who sends the request, by its token alone: no request to the platform. API keys count, too. */
  readonly authenticate: () => Promise<Authentication>
  /** The function of `proxy.ts`: refreshes a session once, for the browser and for the page that is about to be rendered. */
  readonly proxy: (request: Request) => Promise<Response>
  /** For `fetchHandler` of `latchkey/adapters` in route handlers, and other code that has a whole request. */
  readonly authenticator: Pick<RequestAuthenticator, "authenticateRequest">
}

/**
 * Makes everything that an app of Next.js needs of Latchkey, once, in a file of its own:
 *
 * ```ts
 * export const { currentUser, LatchkeyHandler, LatchkeyProvider, metadata, proxy, requireUser } = createLatchkeyNext()
 * ```
 *
 * Project and keys come from the environment where they are not given.
 */
export const createLatchkeyNext = (options: LatchkeyNextOptions = {}): LatchkeyNext => {
  const platform = platformOf(options)

  const request = latchkeyNextjs(platform, { cookies, headers, redirect })

  const authenticate = cache(async () => {
    // what is rendered ahead of requests ends here
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

  const Provider = async ({ children, fallback }: Required<NextProviderProps>) => {
    const found = await authenticate()
    const [handed, offered] = await Promise.all([handedOf(found, sessionUser), offeredBy(platform)])
    const { cookies, oauthScopesOnSignIn, trustedOrigins, urls } = options
    const settings = { ...(await platform.settings()), cookies, oauthScopesOnSignIn, trustedOrigins, urls }
    return <HandedProvider {...{ fallback, handed, offered, settings }}>{children}</HandedProvider>
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
      const somebody = await currentUser({ includeRestricted: true })
      const received = await headers()
      const isRouteHandler = workAsyncStorage.getStore()?.page.endsWith("/route") === true
      if (isRouteHandler && !isNavigation(received)) throw unauthorized()
      const here = isRouteHandler && returnTo === undefined ? undefined : addressOf(received, returnTo)
      return redirect(await platform.hrefOf(somebody === null ? "signIn" : "onboarding", here))
    },
    withUser: (handler, choice) =>
      fetchHandler(platform, async (request, session, ...rest) => {
        const user = await platform.userOf(session)
        return user !== null && counts(user, choice) ? handler(request, user, ...rest) : noUser(user, session)
      }, { require: "session" }),
    proxy: latchkeyProxy(platform, NextResponse),
    LatchkeyProvider: ({ children, fallback = null }) => (
      <Suspense fallback={fallback}>
        <Provider fallback={fallback}>{children}</Provider>
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

/** Whether somebody counts as a user. */
const counts = (user: User, { includeRestricted = false }: UserChoice = {}): boolean =>
  !user.isAnonymous && (includeRestricted || restrictionOf(user) === null)

/** What Next.js answers with 401 in route handlers: the error of its own `unauthorized()`, which an experimental flag guards. */
const unauthorized = (): Error =>
  Object.assign(new Error("The request has no signed-in user, so requireUser() ends it with 401."), {
    digest: "NEXT_HTTP_ERROR_FALLBACK;401"
  })

/** The response to a session whose user does not count, or is gone. */
const noUser = (user: User | null, session: SessionAuthentication): Response => {
  const [reason, message] = user === null
    ? ["session-over", "The session has ended. Sign in, then try again."]
    : user.isAnonymous
    ? ["anonymous", "This takes a user with an account. Sign in or sign up, then try again."]
    : ["restricted", notOpenYet]
  return Response.json({ reason, message }, { status: 401, headers: challenge(session) })
}

const isOfSession = (found: Authentication): found is Extract<Authentication, SessionAuthentication> =>
  "by" in found && found.by === "session"

/** What the page begins with. The platform may not answer now: then the browser asks it again. */
const handedOf = async (
  found: Authentication,
  sessionUser: () => Promise<User | null>
): Promise<Handed | undefined> => {
  if (found.status === "unavailable") return undefined
  if (!isOfSession(found)) return { person: null, claims: null, user: null }
  const user = await sessionUser().catch(() => undefined)
  if (user === null) return { person: null, claims: null, user }
  const { accessToken } = found.tokens
  return { person: found.userId, claims: Redacted.value(accessToken!).split(".")[1]!, user }
}

/** What the project offers, unless the platform does not answer now. */
const offeredBy = (platform: Platform) => platform.project().catch(() => undefined)
