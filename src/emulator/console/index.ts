/**
 * The console: pages that show and change the emulator's state. They contain no tokens or hashes, and only the page of a
 * project has its keys. Pages of other origins can't read it.
 */
import * as Effect from "effect/Effect"
import type { EmulatorInternals } from "../server/index.ts"
import { fieldsOf, type Incoming, type Outgoing } from "../state/index.ts"
import { conditions } from "./conditions.ts"
import { script as scriptText } from "./enhance.ts"
import { framed, noticeOf, scriptPath } from "./frame.ts"
import { mails } from "./mails.ts"
import { payments } from "./payments.ts"
import { project } from "./project.ts"
import { request, requests } from "./requests.ts"
import { team } from "./team.ts"
import { teams } from "./teams.ts"
import { user } from "./user.ts"
import { users } from "./users.ts"
import { consolePath, type Page, Refused, response, to, type Visit } from "./visit.ts"

export { consolePath } from "./visit.ts"

/** Pages by path below `/emulator`. */
const pages: { readonly [path: string]: Page } = {
  "": users,
  "/user": user,
  "/teams": teams,
  "/team": team,
  "/outbox": mails,
  "/requests": requests,
  "/request": request,
  "/conditions": conditions,
  "/payments": payments,
  "/project": project
}

const changesPath = `${consolePath}/changes`

/** Responds to a request for the console; `undefined` for any other request. */
export const consoleResponse = (
  internals: EmulatorInternals,
  incoming: Incoming
): Effect.Effect<Outgoing> | undefined => {
  const { method, url } = incoming
  if (url.pathname === scriptPath) return Effect.succeed(script)
  if (url.pathname === changesPath) return changes(internals, Number(url.searchParams.get("after")))
  const path = url.pathname.startsWith(consolePath) ? url.pathname.slice(consolePath.length) : "no page"
  const page = Object.hasOwn(pages, path) ? pages[path] : undefined
  if (page === undefined) return undefined
  const { handle, platform } = internals
  const visitOf = (query: URLSearchParams): Visit => ({
    emulator: handle,
    platform,
    project: platform.store.projects.get(url.searchParams.get("project") ?? "")
      ?? platform.store.projects.get(handle.project.projectId)!,
    query
  })
  if (method === "GET") return shown(page, path, visitOf(url.searchParams), 200)
  if (method !== "POST") return Effect.succeed(response(405, { allow: "GET, POST" }))
  const form = fieldsOf(incoming.body)
  const chosen = form.get("project")
  if (chosen !== null) {
    const query = new URLSearchParams({ project: chosen })
    return Effect.succeed(response(303, { location: `${consolePath}${path}?${query}` }))
  }
  // A form without an action is a search, sent by POST to keep it out of the browser's history.
  return form.has("do")
    ? done(page, path, visitOf(url.searchParams), form)
    : shown(page, path, visitOf(form), 200)
}

const shown = (page: Page, path: string, visit: Visit, status: number, refused?: Refused): Effect.Effect<Outgoing> =>
  Effect.map(Effect.suspend(() => page.content(visit)), (content) =>
    framed(visit, {
      page: path,
      title: page.title(visit),
      content,
      notice: refused === undefined ? noticeOf(visit.query) : { sentence: refused.sentence, isBad: true },
      status,
      isForApps: page.leadsToApps === true
    }))

/** Performs the form's action and redirects to the result's page. If the action is rejected, shows why on the same page. */
const done = (page: Page, path: string, visit: Visit, form: URLSearchParams): Effect.Effect<Outgoing> => {
  const name = form.get("do") ?? ""
  const action = Object.hasOwn(page.actions ?? {}, name) ? page.actions![name] : undefined
  if (action === undefined) {
    return Effect.succeed(response(400, { "content-type": "text/plain" }, "This page has no such form."))
  }
  return Effect.matchEffect(Effect.suspend(() => action(visit, form)), {
    onFailure: (refused) => shown(page, path, visit, 422, refused),
    onSuccess: (after) => {
      const id = visit.query.get("id")
      const location = "site" in after
        ? after.site
        : to(visit, after.page, { ...(id !== null && after.page === path && { id }), notice: after.notice })
      return Effect.succeed(response(303, { location }))
    }
  })
}

const script: Outgoing = response(
  200,
  { "content-type": "text/javascript; charset=utf-8" },
  scriptText
)

/** Number of state changes per emulator. Counted once its console is open. */
const versions = new WeakMap<EmulatorInternals, { version: number }>()

const versionOf = (internals: EmulatorInternals): { readonly version: number } => {
  const known = versions.get(internals)
  if (known !== undefined) return known
  const counted = { version: 1 }
  versions.set(internals, counted)
  internals.changes.listen(() => counted.version++)
  return counted
}

/**
 * Responds once the emulator's state has changed since the page was rendered: `after` is the number of changes that the
 * page shows.
 */
const changes = (internals: EmulatorInternals, after: number): Effect.Effect<Outgoing> => {
  const counted = versionOf(internals)
  const current = Effect.sync(() =>
    response(200, { "content-type": "application/json" }, JSON.stringify({ version: counted.version }))
  )
  return Effect.suspend(() => after !== counted.version ? current : Effect.andThen(changed(internals), current))
}

const changed = ({ changes }: EmulatorInternals): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const end = changes.listen(() => {
      end()
      resume(Effect.void)
    })
    return Effect.sync(end)
  })
