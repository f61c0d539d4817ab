/** Starts sessions without signing in, for tests that don't test the sign-in itself. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { changesFor, cookieSite, encoded } from "../../../layers/session/index.ts"
import { parseUrl, withoutTrailingSlashes } from "../../../schemas/address.ts"
import { TaggedError } from "../../../schemas/TaggedError.ts"
import { codes, contactChannels, sessions, tokens } from "../model/index.ts"
import type { Platform, Project, User } from "../state/index.ts"
import type { Functions, Input, operations, Output } from "./operations.ts"

/** User to start a session for. */
export interface StartSessionOptions extends Input<typeof operations.sessions.start> {}

/** Tokens of a session. */
export interface StartedSession extends Output<typeof operations.sessions.start> {}

/** Cookie in the format of Playwright's `browserContext.addCookies`. */
export type BrowserCookie = Output<typeof operations.sessions.cookies>[number]

/** Starts sessions of existing users, regardless of their MFA. Every function may reject with `SessionNotStarted`. */
export type SessionControl = Functions<typeof operations.sessions>

/**
 * The session can't be started. The message names the invalid value: user, project or URL.
 *
 * @cause The user isn't in the seed and hasn't signed up.
 * @cause The `url` doesn't start with `http://` or `https://`.
 * @fix Add the user to the seed or sign up first. Pass the complete URL of the site.
 */
export class SessionNotStarted extends TaggedError("SessionNotStarted")<{ readonly message: string }> {}

/** Finds the project and the user. */
const find = (
  platform: Platform,
  { projectId, user: idOrEmail }: StartSessionOptions & { readonly projectId: string }
): Effect.Effect<{ readonly project: Project; readonly user: User }, SessionNotStarted> =>
  Effect.suspend(() => {
    const project = platform.store.projects.get(projectId)
    if (project === undefined) {
      return new SessionNotStarted({ message: `The emulator has no project ${projectId}.` })
    }
    const user = userOf(project, idOrEmail)
    if (user === undefined) {
      return new SessionNotStarted({
        message: `Project ${projectId} has no user ${idOrEmail}. Pass the id or primary email address of a user in the `
          + "seed, or sign the user up first."
      })
    }
    return Effect.succeed({ project, user })
  })

/** Starts a session, skipping MFA. */
const start = (
  platform: Platform,
  options: StartSessionOptions & { readonly projectId: string }
): Effect.Effect<StartedSession, SessionNotStarted> =>
  Effect.gen(function*() {
    const { project, user } = yield* find(platform, options)
    const session = sessions.open(platform, project, user)
    const accessToken = yield* tokens.issue(platform, project, user, session, null)
    return { accessToken, refreshToken: Redacted.make(session.refreshToken) }
  })

/** Finds a user by id or primary address. */
export const userOf = (project: Project, idOrEmail: string): User | undefined => {
  const address = contactChannels.normalized(idOrEmail)
  return project.users.get(idOrEmail)
    ?? [...project.users.values()].find((user) => contactChannels.primaryOf(project, user)?.value === address)
}

/** Parses the URL of a site. */
export const siteOf = (url: string): Effect.Effect<URL, SessionNotStarted> => {
  const site = parseUrl(url)
  return site !== undefined && /^https?:$/.test(site.protocol)
    ? Effect.succeed(site)
    : new SessionNotStarted({ message: `${url} is not the URL of a site. Use one such as http://localhost:3000.` })
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
): Effect.Effect<string, SessionNotStarted> =>
  Effect.gen(function*() {
    const site = yield* siteOf(options.url)
    const { project, user } = yield* find(platform, options)
    const email = contactChannels.primaryOf(project, user)?.value ?? ""
    const { value } = codes.issue(platform, project, "signIn", { email, userId: user.id })
    return handlerOf(project, site, `magic-link-callback?code=${value}`)
  })

/** Starts a session and returns its cookies. */
const cookies = (
  platform: Platform,
  options: StartSessionOptions & { readonly projectId: string; readonly url: string }
): Effect.Effect<ReadonlyArray<BrowserCookie>, SessionNotStarted> =>
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
