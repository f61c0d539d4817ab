/**
 * Queue of a project's emails. A worker renders and sends them. Rendering and sending take no time on the emulator's
 * clock. Emails wait only because of schedules, retries, capacity and pauses. docs/platform.md §15.1.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Semaphore from "effect/Semaphore"
import { visibleName } from "../../../schemas/entities/names.ts"
import { codes, contactChannels } from "../model/index.ts"
import { apiUrl, type Platform, type Project, type QueuedEmail, type User } from "../state/index.ts"
import * as emails from "./emails.ts"
import * as mail from "./mail.ts"
import * as mailServers from "./mailServers.ts"
import { categories, isOn } from "./notificationCategories.ts"
import * as rendering from "./rendering.ts"

type Content =
  & Pick<QueuedEmail, "tsxSource" | "themeId" | "to" | "isHighPriority" | "subject" | "categoryName">
  & Partial<Pick<QueuedEmail, "html" | "variables" | "scheduledAt" | "draftId" | "templateId">>

/** Adds an email to the queue. {@link run} renders and sends it. */
export const add = (platform: Platform, project: Project, content: Content): void => {
  const now = platform.now()
  mail.enqueue(project, { ...mail.unsent(now), scheduledAt: now, ...content })
}

/** Locks of the projects, so that only one request at a time runs a project's worker or changes its queue. */
const locks = new WeakMap<Project["emailQueue"], Semaphore.Semaphore>()

/** Runs an effect while no other effect changes the project's queue. */
export const exclusively = <A, E, R>(project: Project, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  const lock = locks.get(project.emailQueue) ?? Semaphore.makeUnsafe(1)
  locks.set(project.emailQueue, lock)
  return lock.withPermits(1)(effect)
}

/** Runs the worker until no email is ready: every remaining email waits for its time or for a change. */
export const run = (platform: Platform, project: Project): Effect.Effect<void> =>
  exclusively(project, work(platform, project))

/**
 * The worker, for effects that already run {@link exclusively}. It can't be interrupted. Otherwise, an aborted request
 * could leave an email in the queue without a time for its next step.
 */
export const work = (platform: Platform, project: Project): Effect.Effect<void> =>
  Effect.uninterruptible(Effect.gen(function*() {
    const waiting = [...project.emailQueue.values()].filter(isUnfinished)
    for (const email of waiting) if (email.renderedAt === null) yield* render(platform, project, email)
    const sendable = new Set(waiting.filter(({ rendered }) => rendered !== null))
    for (;;) {
      const next = nextOf(platform, project, sendable)
      if (next === undefined) {
        project.emailsDueAt = Infinity
        return
      }
      const now = platform.now()
      for (const email of sendable) if (dueAt(email) <= now) email.queuedAt ??= dueAt(email)
      if (next.at > now) {
        project.emailsDueAt = next.at
        return
      }
      yield* send(platform, project, next.email, next.at)
      if (!isUnfinished(next.email)) sendable.delete(next.email)
    }
  }))

const isUnfinished = ({ finishedSendingAt, isPaused, renderError, skipped }: QueuedEmail): boolean =>
  !isPaused && skipped === null && renderError === null && finishedSendingAt === null

const dueAt = ({ nextSendRetryAt, readyAt, scheduledAt }: QueuedEmail): number =>
  Math.max(readyAt, scheduledAt, nextSendRetryAt ?? 0)

const priority = ({ isHighPriority, rendered }: QueuedEmail): number =>
  (isHighPriority ? 100 : 0) + (rendered?.isTransactional === true ? 10 : 0)

/**
 * Returns the email to send next, and the time to send it. Among emails that are due, the priority decides, then the
 * schedule.
 */
const nextOf = (platform: Platform, project: Project, sendable: ReadonlySet<QueuedEmail>) => {
  let earliest = Infinity
  for (const email of sendable) earliest = Math.min(earliest, dueAt(email))
  const at = Math.max(earliest, platform.rules.delaysEmails ? project.emailCapacityUsedUntil - burstMillis : 0)
  let first: QueuedEmail | undefined
  for (const email of sendable) {
    if (dueAt(email) <= at && (first === undefined || isBefore(email, first))) first = email
  }
  return first === undefined ? undefined : { email: first, at }
}

const isBefore = (a: QueuedEmail, b: QueuedEmail): boolean =>
  (priority(b) - priority(a) || a.scheduledAt - b.scheduledAt || a.createdAt - b.createdAt) < 0

/** Capacity that was unused for up to this duration can be used at once. */
const burstMillis = 1000

const baseRatePerHour = 100_000

const hoursPerMonth = 720

export const boostFactor = 4

const boostHours = 4

/** Starts a period of higher capacity. Returns its end. */
export const boost = (platform: Platform, project: Project): number =>
  project.emailBoostUntil = platform.now() + Duration.toMillis(Duration.hours(boostHours))

/** Number of emails sent since a time. No email bounces or is marked as spam in the emulator. */
export const sentSince = ({ emailQueue }: Project, millis: number): number => {
  let sent = 0
  for (const { finishedSendingAt, serverError, skipped } of emailQueue.values()) {
    if (finishedSendingAt !== null && finishedSendingAt >= millis && serverError === null && skipped === null) sent++
  }
  return sent
}

/** Sending capacity in emails per second. */
export const ratePerSecond = (platform: Platform, project: Project): number => {
  const now = platform.now()
  const sent = sentSince(project, now - Duration.toMillis(Duration.days(30)))
  const perSecond = (baseRatePerHour + 4 * sent / hoursPerMonth) / 3600
  return project.emailBoostUntil > now ? perSecond * boostFactor : perSecond
}

const userOf = (project: Project, { to }: QueuedEmail): User | undefined =>
  to.type === "custom-emails" ? undefined : project.users.get(to.userId)

const render = (platform: Platform, project: Project, email: QueuedEmail): Effect.Effect<void> =>
  Effect.gen(function*() {
    const { html, subject, tsxSource, variables } = email
    const user = userOf(project, email)
    const themeId = email.themeId === false || project.emailThemes.has(email.themeId ?? "") ? email.themeId : null
    const renderWith = (unsubscribeLink?: string) =>
      emails.renderOrKeep(html, {
        template: tsxSource,
        theme: emails.chosenTheme(project, themeId),
        user: { displayName: visibleName(user?.displayName ?? null) ?? null },
        project: rendering.projectProps(project),
        variables,
        unsubscribeLink
      })
    let rendered: rendering.Rendered = yield* renderWith()
    const category = emails.categoryNamed(email.categoryName ?? rendered.notificationCategory)
    if (category?.canDisable === true && user !== undefined) {
      const data = { userId: user.id, categoryId: category.id }
      const code = codes.issue(platform, project, "unsubscribe", data).value
      rendered = yield* renderWith(`${apiUrl(platform)}/emails/unsubscribe-link?code=${code}`)
      email.unsubscribeCode = code
    }
    email.rendered = {
      subject: subject ?? rendered.subject ?? "",
      html: rendered.html,
      text: rendered.text,
      isTransactional: category?.name === "Transactional",
      categoryId: category?.id ?? null
    }
  }).pipe(
    Effect.catch((error) =>
      Effect.sync(() => {
        email.renderError = error._tag === "EmailRenderingError" ? error.details.error ?? error.message : error.message
      })
    ),
    Effect.andThen(Effect.sync(() => {
      email.renderedAt = email.readyAt
      email.updatedAt = Math.max(email.updatedAt, email.renderedAt)
    }))
  )

/** Addresses of an email, or the reason why the worker skips the email. */
const recipientsOf = (
  project: Project,
  email: QueuedEmail
): { readonly addresses: ReadonlyArray<string> } | { readonly reason: string } => {
  const { rendered, to } = email
  if (to.type === "custom-emails") {
    return to.emails.length === 0 ? { reason: "NO_EMAIL_PROVIDED" } : { addresses: to.emails }
  }
  const user = project.users.get(to.userId)
  if (user === undefined) return { reason: "USER_ACCOUNT_DELETED" }
  const primary = contactChannels.primaryOf(project, user)?.value
  const addresses = to.type === "user-custom-emails" && to.emails.length > 0 ? to.emails : primary && [primary]
  if (!addresses) return { reason: "USER_HAS_NO_PRIMARY_EMAIL" }
  const category = categories.find(({ id }) => id === rendered?.categoryId)
  return category?.canDisable === true && !isOn(user, category.id) ? { reason: "USER_UNSUBSCRIBED" } : { addresses }
}

const maxAttempts = 5

/** Mail server errors that may be temporary. */
const passing: ReadonlySet<string> = new Set(["TEMPORARY", "TIMEOUT", "UNKNOWN"])

const send = (platform: Platform, project: Project, email: QueuedEmail, at: number): Effect.Effect<void> =>
  Effect.gen(function*() {
    const recipients = recipientsOf(project, email)
    const error = "reason" in recipients ? null : yield* mailServers.fault(project.config.emailConfig)
    const factor = 0.5 + (yield* Random.next)
    email.startedSendingAt = at
    email.updatedAt = Math.max(email.updatedAt, at)
    if ("reason" in recipients) {
      email.skipped = { reason: recipients.reason, details: {} }
      return
    }
    const rate = ratePerSecond(platform, project)
    project.emailCapacityUsedUntil = Math.max(project.emailCapacityUsedUntil, at) + 1000 / rate
    if (error !== null) {
      const attemptNumber = email.attempts.length + 1
      email.attempts.push({ attemptNumber, timestamp: at, message: error.message })
      const canRetry = error.canRetry || (platform.rules.delaysEmails && passing.has(error.errorType))
      if (canRetry && attemptNumber < maxAttempts) {
        email.sendRetries = attemptNumber
        email.nextSendRetryAt = at + 20_000 * 2 ** attemptNumber * factor
        email.queuedAt = null
        email.startedSendingAt = null
        return
      }
      email.serverError = error.message
    }
    email.nextSendRetryAt = null
    email.finishedSendingAt = at
    const { html, subject, text } = email.rendered!
    const code = email.unsubscribeCode ?? undefined
    for (const to of recipients.addresses) {
      email.mail = mail.send(platform, project, {
        to,
        kind: "written",
        subject,
        text: text ?? "",
        ...(html === null ? {} : { html }),
        ...(code === undefined ? {} : { code, link: `${apiUrl(platform)}/emails/unsubscribe-link?code=${code}` })
      }, { error, sentAt: at, isQueued: true })
    }
  })
