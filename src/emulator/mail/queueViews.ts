/** Queued emails as responses show them. docs/platform.md §15.1. */
import { emailStatus } from "../model/index.ts"
import type { QueuedEmail } from "../state/index.ts"

export const { simpleStatuses, simpleStatusOf, statuses, statusOf } = emailStatus

export const isEditable = (email: QueuedEmail): boolean => emailStatus.editable.has(statusOf(email))

const date = (millis: number) => new Date(millis)

const dateOrNull = (millis: number | null) => millis === null ? null : date(millis)

/** Returns an email with the fields of its status. */
export const view = (email: QueuedEmail) => {
  const { attempts, finishedSendingAt, mail, rendered, renderedAt, startedSendingAt, themeId } = email
  const status = statusOf(email)
  return {
    id: email.id,
    createdAt: date(email.createdAt),
    updatedAt: date(email.updatedAt),
    tsxSource: email.tsxSource,
    themeId: themeId === false ? null : themeId,
    to: email.to,
    variables: email.variables,
    skipDeliverabilityCheck: email.skipsDeliverabilityCheck,
    scheduledAt: date(email.scheduledAt),
    createdWith: email.draftId === null ? "programmatic-call" : "draft",
    emailDraftId: email.draftId,
    emailProgrammaticCallTemplateId: email.templateId,
    sendRetries: email.sendRetries,
    nextSendRetryAt: dateOrNull(email.nextSendRetryAt),
    sendAttemptErrors: attempts.length === 0 ? null : attempts.map(({ attemptNumber, message, timestamp }) => ({
      attemptNumber,
      timestamp: date(timestamp).toISOString(),
      externalMessage: message,
      externalDetails: {},
      internalMessage: message,
      internalDetails: {}
    })),
    status,
    simpleStatus: simpleStatusOf(email),
    isPaused: email.isPaused,
    hasRendered: status !== "paused" && rendered !== null,
    hasDelivered: status === "sent",
    ...(status !== "paused" && renderedAt !== null &&
      { startedRenderingAt: date(renderedAt), renderedAt: date(renderedAt) }),
    ...(status === "render-error" && { renderError: email.renderError! }),
    ...(status !== "paused" && rendered !== null && {
      subject: mail?.subject ?? rendered.subject,
      html: mail?.html ?? rendered.html,
      text: mail?.text ?? rendered.text,
      isTransactional: rendered.isTransactional,
      isHighPriority: email.isHighPriority,
      notificationCategoryId: rendered.categoryId
    }),
    ...(status !== "paused" && startedSendingAt !== null && { startedSendingAt: date(startedSendingAt) }),
    ...(status === "sent" && { deliveredAt: date(finishedSendingAt!), canHaveDeliveryInfo: false }),
    ...(status === "server-error" && { errorAt: date(finishedSendingAt!), serverError: email.serverError! }),
    ...(email.skipped !== null && status === "skipped" && {
      skippedAt: date(email.updatedAt),
      skippedReason: email.skipped.reason,
      skippedDetails: email.skipped.details
    })
  }
}
