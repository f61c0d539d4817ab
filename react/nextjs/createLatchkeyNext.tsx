/** All that an app of Next.js needs, from one call. */
import * as Redacted from "effect/Redacted"
// what next/navigation is on servers: with the extension that Node's modules need, Next.js would take that of browsers
import { redirect } from "next/dist/client/components/navigation.react-server.js"
import { cookies, headers } from "next/headers.js"
import { connection, NextResponse } from "next/server.js"
import { cache, type ReactNode, Suspense } from "react"
import { restrictionOf } from "../../schemas/entities/RestrictedReason.ts"
import type { User } from "../../schemas/entities/User.ts"
import { latchkeyNextjs, latchkeyProxy } from "../../src/adapters/index.ts"
import type { Authentication, InSession, RequestAuthenticator } from "../../src/verify/index.ts"
import { LatchkeyHandler } from "../screens/LatchkeyHandler.tsx"
import { addressOf } from "./addressOf.ts"
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
   * The same, for what takes a user. Sends everybody else to the sign-in page, which sends them back here afterwards, and
   * a restricted user to the page `onboarding`.
   */
  readonly requireUser: (
    options?: UserChoice & {
      /** Where to go on afterwards. @default the address that was asked for, which `proxy` makes known */
      readonly returnTo?: string | undefined
    }
  ) => Promise<User>
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

  const currentUser: LatchkeyNext["currentUser"] = async ({ includeRestricted = false } = {}) => {
    const user = await sessionUser()
    return user === null || user.isAnonymous || (!includeRestricted && restrictionOf(user) !== null) ? null : user
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
      const here = addressOf(await headers(), returnTo)
      return redirect(await platform.hrefOf(somebody === null ? "signIn" : "onboarding", here))
    },
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

const isOfSession = (found: Authentication): found is Extract<Authentication, InSession> =>
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
