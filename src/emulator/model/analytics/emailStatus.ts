/** Statuses of queued emails. docs/platform.md §15.1. */
import type { QueuedEmail } from "../../state/index.ts"

/** Statuses in which an email can still be changed. */
export const editable: ReadonlySet<string> = new Set([
  "paused",
  "preparing",
  "render-error",
  "scheduled",
  "queued",
  "server-error"
])

/** Status of an email. The worker finishes its steps at once, so no email stays in `rendering` or `sending`. */
export const statusOf = (email: QueuedEmail) =>
  email.isPaused
    ? "paused"
    : email.skipped !== null
    ? "skipped"
    : email.renderedAt === null
    ? "preparing"
    : email.renderError !== null
    ? "render-error"
    : email.queuedAt === null
    ? "scheduled"
    : email.finishedSendingAt === null
    ? "queued"
    : email.serverError !== null
    ? "server-error"
    : "sent"

/** All statuses of the API, including those that emails of the emulator never have. */
export const statuses: ReadonlySet<string> = new Set([
  ...editable,
  "rendering",
  "sending",
  "skipped",
  "bounced",
  "delivery-delayed",
  "sent",
  "opened",
  "clicked",
  "marked-as-spam"
])

export const simpleStatuses: ReadonlySet<string> = new Set(["in-progress", "ok", "error"])

export const simpleStatusOf = (email: QueuedEmail) => {
  const status = statusOf(email)
  return status === "skipped" || status === "sent"
    ? "ok"
    : status === "render-error" || status === "server-error"
    ? "error"
    : "in-progress"
}
