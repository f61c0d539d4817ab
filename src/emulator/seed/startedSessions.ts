/** Sessions without a way in: for tests of what comes after the sign-in. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { changesFor, cookieSite, encoded } from "../../../layers/session/index.ts"
import { parseUrl, withoutTrailingSlashes } from "../../../schemas/address.ts"
import { TaggedError } from "../../../schemas/TaggedError.ts"
import { codes, contactChannels, sessions, tokens } from "../model/index.ts"
import type { Platform, Project, User } from "../state/index.ts"

/** Whose session. */
export interface SessionWanted {
  /** The user's id or primary e-mail address. */
  readonly user: string
  /** @default the first project */
  readonly projectId?: string
}

/** The tokens of a session. */
export interface StartedSession {
  readonly accessToken: Redacted.Redacted
  readonly refreshToken: Redacted.Redacted
}

/** A cookie as `addCookies` of Playwright's browser contexts takes it. */
export interface BrowserCookie {
  readonly name: string
  /** As it goes over the wire. Holds a token. */
  readonly value: string
  /** The site's origin. */
  readonly url: string
  readonly secure: boolean
  readonly sameSite: "Lax"
}

/**
 * A session for nobody, or for an address that no cookie can be for. The message says which.
 *
 * @cause The user is not in the seed and did not sign up before.
 * @cause The `url` has no `http://` or `https://`.
 * @fix Seed the user, or sign them up first. Give the site's whole address.
 */
export class SessionNotStarted extends TaggedError("SessionNotStarted")<{ readonly message: string }> {}

/** The user that is spoken of, and the project. */
const found = (
  platform: Platform,
  { projectId, user: wanted }: SessionWanted & { readonly projectId: string }
): Effect.Effect<{ readonly project: Project; readonly user: User }, SessionNotStarted> =>
  Effect.suspend(() => {
    const project = platform.store.projects.get(projectId)
    if (project === undefined) {
      return new SessionNotStarted({ message: `The embedded platform has no project ${projectId}.` })
    }
    const user = userOf(project, wanted)
    if (user === undefined) {
      return new SessionNotStarted({
        message: `Project ${projectId} has no user ${wanted}. Give the id or the primary e-mail address of one, `
          + "who signed up before or is in the seed."
      })
    }
    return Effect.succeed({ project, user })
  })

/** Starts a session, whatever second factor the user has. */
export const start = (
  platform: Platform,
  wanted: SessionWanted & { readonly projectId: string }
): Effect.Effect<StartedSession, SessionNotStarted> =>
  Effect.gen(function*() {
    const { project, user } = yield* found(platform, wanted)
    const session = sessions.open(platform, project, user)
    const accessToken = yield* tokens.issue(platform, project, user, session, null)
    return { accessToken, refreshToken: Redacted.make(session.refreshToken) }
  })

/** The user of an id or a primary address. */
export const userOf = (project: Project, wanted: string): User | undefined => {
  const address = contactChannels.normalized(wanted)
  return project.users.get(wanted)
    ?? [...project.users.values()].find((user) => contactChannels.primaryOf(project, user)?.value === address)
}

/** The address of a site. */
export const siteOf = (url: string): Effect.Effect<URL, SessionNotStarted> => {
  const site = parseUrl(url)
  return site !== undefined && /^https?:$/.test(site.protocol)
    ? Effect.succeed(site)
    : new SessionNotStarted({ message: `${url} is no address of a site. Give one such as http://localhost:3000.` })
}

/** A page of the app at a site: below `/handler`, unless the project has the site with another path. */
export const handlerOf = ({ config }: Project, { origin }: URL, page: string): string =>
  `${origin}${
    withoutTrailingSlashes(
      config.domains.find(({ domain }) => withoutTrailingSlashes(domain) === origin)?.handlerPath ?? "/handler"
    )
  }/${page}`

/** A link to the site's page for magic links, which starts a session of the user, once, whatever second factor they have. */
export const link = (
  platform: Platform,
  wanted: SessionWanted & { readonly projectId: string; readonly url: string }
): Effect.Effect<string, SessionNotStarted> =>
  Effect.gen(function*() {
    const site = yield* siteOf(wanted.url)
    const { project, user } = yield* found(platform, wanted)
    const email = contactChannels.primaryOf(project, user)?.value ?? ""
    const { value } = codes.issue(platform, project, "signIn", { email, userId: user.id })
    return handlerOf(project, site, `magic-link-callback?code=${value}`)
  })

/** Starts a session, and gives the cookies that a browser holds then. */
export const cookies = (
  platform: Platform,
  wanted: SessionWanted & { readonly projectId: string; readonly url: string }
): Effect.Effect<ReadonlyArray<BrowserCookie>, SessionNotStarted> =>
  Effect.gen(function*() {
    const { hostname: host, origin, protocol } = yield* siteOf(wanted.url)
    const started = yield* start(platform, wanted)
    const now = platform.now()
    const page = cookieSite({}, { projectId: wanted.projectId, secure: protocol === "https:", host }, now)
    return changesFor([], started, page, now)!.map((cookie) => ({
      name: cookie.name,
      value: encoded(cookie.value),
      url: origin,
      secure: cookie.secure,
      sameSite: "Lax"
    }))
  })
