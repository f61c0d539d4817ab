/** Queue of a project's emails. docs/platform.md §15.1. */
import * as Effect from "effect/Effect"
import * as EmailOutbox from "../../../../schemas/endpoints/emailOutbox.ts"
import { EmailNotEditable } from "../../../../schemas/errors/emails.ts"
import { mail, queue, queueViews, systemMails } from "../../mail/index.ts"
import { handle } from "../../request/index.ts"
import { type Platform, type Project, type QueuedEmail, Refusal } from "../../state/index.ts"

const { isEditable, simpleStatuses, simpleStatusOf, statuses, statusOf, view } = queueViews

const emailIn = (project: Project, id: string): Effect.Effect<QueuedEmail, Refusal> =>
  Effect.suspend(() => {
    const email = project.emailQueue.get(id)
    return email === undefined ? Refusal.fail(404, "There is no such email") : Effect.succeed(email)
  })

/** Returns an email with its content. Renders the content when the email is read for the first time. */
const shown = (platform: Platform, email: QueuedEmail) =>
  Effect.as(
    email.mail === null ? Effect.void : systemMails.rendered(platform, email.mail),
    email
  ).pipe(Effect.map(view))

/** Returns a status in the spelling of responses, or fails for an unknown one. */
const known = (status: string | undefined, all: ReadonlySet<string>): Effect.Effect<string | undefined, Refusal> => {
  const spelled = status?.toLowerCase().replaceAll("_", "-")
  return spelled === undefined || all.has(spelled)
    ? Effect.succeed(spelled)
    : Refusal.fail(500, "There is no status with this name")
}

const newestFirst = (a: QueuedEmail, b: QueuedEmail): number => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1)

const defaultLimit = 100

type Change = Parameters<typeof EmailOutbox.update>[0]

/** Changes an email that has not been sent. docs/platform.md §15.1. */
const change = (email: QueuedEmail, change: Change, now: number): void => {
  if (change.cancel === true) {
    email.skipped = { reason: "MANUALLY_CANCELLED", details: {} }
    email.isPaused = false
    email.queuedAt = null
    email.nextSendRetryAt = null
    return
  }
  const { id: _, ...fields } = change
  // only the worker and an empty change update the time of the last change
  if (Object.values(fields).every((field) => field === undefined)) email.updatedAt = now
  const { isPaused, scheduledAt, skipDeliverabilityCheck, themeId, to, tsxSource, variables } = fields
  if (tsxSource !== undefined || themeId !== undefined || to !== undefined || variables !== undefined) {
    Object.assign(email, mail.unstarted())
    email.mail = null
    email.readyAt = now
  }
  if (tsxSource !== undefined) {
    email.tsxSource = tsxSource
    email.html = undefined
  }
  if (themeId !== undefined) email.themeId = themeId ?? false
  if (to !== undefined) email.to = to
  // an update can't set new variables, and it discards the old ones
  if (variables !== undefined) email.variables = {}
  if (skipDeliverabilityCheck !== undefined) email.skipsDeliverabilityCheck = skipDeliverabilityCheck
  if (scheduledAt !== undefined) {
    email.scheduledAt = scheduledAt.getTime()
    email.queuedAt = null
    email.readyAt = now
  }
  if (isPaused !== undefined) {
    if (email.isPaused && !isPaused) email.readyAt = now
    email.isPaused = isPaused
  }
}

/** Handlers for `/emails/outbox`. */
export const handlers = handle(EmailOutbox, {
  list: ({ cursor, limit = defaultLimit, ...filter }, { platform, project }) =>
    Effect.gen(function*() {
      if (limit < 1) return yield* Refusal.fail(400, "The limit must be 1 to 100")
      const status = yield* known(filter.status, statuses)
      const simpleStatus = yield* known(filter.simpleStatus, simpleStatuses)
      const all = [...project.emailQueue.values()]
        .filter((email) => status === undefined || statusOf(email) === status)
        .filter((email) => simpleStatus === undefined || simpleStatusOf(email) === simpleStatus)
        .sort(newestFirst)
      const start = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor)
      const end = start + limit
      return {
        items: yield* Effect.forEach(start === -1 ? [] : all.slice(start, end), (email) => shown(platform, email)),
        isPaginated: true,
        pagination: { nextCursor: start === -1 ? null : all[end]?.id ?? null }
      }
    }),

  get: ({ id }, { platform, project }) => Effect.flatMap(emailIn(project, id), (email) => shown(platform, email)),

  update: (input, { platform, project }) =>
    queue.exclusively(
      project,
      Effect.gen(function*() {
        const email = yield* emailIn(project, input.id)
        if (!isEditable(email)) {
          const status = statusOf(email).toUpperCase().replaceAll("-", "_")
          return yield* Effect.fail(new EmailNotEditable({ emailId: email.id, status }))
        }
        change(email, input, platform.now())
        const changed = view(email)
        yield* queue.work(platform, project)
        return changed
      })
    )
})
