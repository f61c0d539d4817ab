/** Starts sessions without signing in, for tests that don't test the sign-in itself. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { changesFor, cookieSite, encoded } from "../../../layers/session/index.ts"
import { parseUrl, withoutTrailingSlashes } from "../../../schemas/address.ts"
import { codes, contactChannels, sessions, tokens } from "../model/index.ts"
import type { Platform, Project } from "../state/index.ts"
import type { Functions, Input, operations, Output } from "./operations.ts"
import { ControlError, projectAndUser } from "./selectors.ts"

/** User to start a session for. */
export interface StartSessionOptions extends Input<typeof operations.sessions.start> {}

/** Tokens of a session. */
export interface StartedSession extends Output<typeof operations.sessions.start> {}

/** Cookie in the format of Playwright's `browserContext.addCookies`. */
export type BrowserCookie = Output<typeof operations.sessions.cookies>[number]

/** Starts sessions of existing users, regardless of their MFA. Every function may reject with `ControlError`. */
export type SessionControl = Functions<typeof operations.sessions>

/** Starts a session, skipping MFA. */
const start = (
  platform: Platform,
  options: StartSessionOptions & { readonly projectId: string }
): Effect.Effect<StartedSession, ControlError> =>
  Effect.gen(function*() {
    const { project, user } = yield* projectAndUser(platform, options)
    const session = sessions.open(platform, project, user)
    const accessToken = yield* tokens.issue(platform, project, user, session, null)
    return { accessToken, refreshToken: Redacted.make(session.refreshToken) }
  })

/** Parses the URL of a site. */
export const siteOf = (url: string): Effect.Effect<URL, ControlError> => {
  const site = parseUrl(url)
  return site !== undefined && /^https?:$/.test(site.protocol)
    ? Effect.succeed(site)
    : new ControlError({ message: `${url} is not the URL of a site. Use one such as http://localhost:3000.` })
}

/** Returns the URL of a handler page of a site. Uses `/handler` unless the project has another path for the site. */
export const handlerOf = ({ config }: Project, { origin }: URL, page: string): string =>
  `${origin}${
    withoutTrailingSlashes(
      config.domains.find(({ domain }) => withoutTrailingSlashes(domain) === origin)?.handlerPath ?? "/handler"
    )
  }/${page}`

/** Creates a link to the site's page for magic links. It starts a session of the user once, skipping MFA. */
const link = (
  platform: Platform,
  options: StartSessionOptions & { readonly projectId: string; readonly url: string }
): Effect.Effect<string, ControlError> =>
  Effect.gen(function*() {
    const site = yield* siteOf(options.url)
    const { project, user } = yield* projectAndUser(platform, options)
    const email = contactChannels.primaryOf(project, user)?.value ?? ""
    const { value } = codes.issue(platform, project, "signIn", { email, userId: user.id })
    return handlerOf(project, site, `magic-link-callback?code=${value}`)
  })

/** Starts a session and returns its cookies. */
const cookies = (
  platform: Platform,
  options: StartSessionOptions & { readonly projectId: string; readonly url: string }
): Effect.Effect<ReadonlyArray<BrowserCookie>, ControlError> =>
  Effect.gen(function*() {
    const { hostname: host, origin, protocol } = yield* siteOf(options.url)
    const started = yield* start(platform, options)
    const now = platform.now()
    const page = cookieSite({}, { projectId: options.projectId, secure: protocol === "https:", host }, now)
    return changesFor([], started, page, now)!.map((cookie) => ({
      name: cookie.name,
      value: encoded(cookie.value),
      url: origin,
      secure: cookie.secure,
      sameSite: "Lax"
    }))
  })

/** Creates the controls of an emulator. `run` runs an effect that may change the state. */
export const make = (
  platform: Platform,
  projectId: string,
  run: <A, E>(effect: Effect.Effect<A, E>) => Promise<A>
): SessionControl => ({
  start: (options) => run(start(platform, { projectId, ...options })),
  cookies: (options) => run(cookies(platform, { projectId, ...options })),
  link: (options) => run(link(platform, { projectId, ...options }))
})
