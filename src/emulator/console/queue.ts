/** Emails that wait, failed or were skipped, drafts, and managed domains. Shown on the page of emails. */
import { queueViews } from "../mail/index.ts"
import { contactChannels } from "../model/index.ts"
import type { Project, QueuedEmail } from "../state/index.ts"
import { table, time } from "./frame.ts"
import { type Html, html } from "./html.ts"
import type { Visit } from "./visit.ts"

const recipientOf = (project: Project, { to }: QueuedEmail): string => {
  if (to.type !== "user-primary-email") return to.emails.join(", ")
  const user = project.users.get(to.userId)
  return (user && contactChannels.primaryOf(project, user)?.value) ?? to.userId
}

const subjectOf = ({ rendered, subject }: QueuedEmail): string => rendered?.subject || subject || "no subject"

/** Why an email failed or was skipped, or when the worker continues with it. */
const detailsOf = (email: QueuedEmail): Html | string =>
  email.skipped?.reason.toLowerCase().replaceAll("_", " ") ?? email.renderError ?? email.serverError
    ?? time(email.nextSendRetryAt ?? email.scheduledAt)

/** Returns a table of the emails that were not sent, newest first, and tables of drafts and domains. */
export const queueSections = ({ emulator, project }: Visit): ReadonlyArray<Html | false> => {
  const unsent = [...project.emailQueue.values()].filter((email) => queueViews.statusOf(email) !== "sent").reverse()
  const drafts = [...project.emailDrafts.values()].reverse()
  const domains = [...project.managedDomains.values()]
  const now = emulator.clock.now().getTime()
  return [
    unsent.length > 0 && html`<h2>Not sent</h2>${
      table("queue", unsent, {
        columns: ["To", "Subject", "Status", "Due or reason"],
        empty: html`No emails are waiting.`,
        row: (email) =>
          html`<tr id="queued-${email.id}"><td translate="no">${recipientOf(project, email)}</td><td>${
            subjectOf(email)
          }</td><td>${queueViews.statusOf(email)}</td><td>${detailsOf(email)}</td></tr>`
      })
    }`,
    drafts.length > 0 && html`<h2>Drafts</h2>${
      table("drafts", drafts, {
        columns: ["Draft", "Changed", "Sent"],
        empty: html`No drafts yet.`,
        row: ({ displayName, id, sentAt, updatedAt }) =>
          html`<tr id="draft-${id}"><td>${displayName}</td><td>${time(updatedAt)}</td><td>${
            sentAt !== null && time(sentAt)
          }</td></tr>`
      })
    }`,
    domains.length > 0 && html`<h2>Managed domains</h2>${
      table("domains", domains, {
        columns: ["Sender", "Status"],
        empty: html`No domains yet.`,
        row: ({ id, senderLocalPart, status, subdomain, verifiedAt }) =>
          html`<tr id="domain-${id}"><td translate="no">${senderLocalPart}@${subdomain}</td><td>${
            status === "pending_verification" && verifiedAt <= now ? "verified" : status.replaceAll("_", " ")
          }</td></tr>`
      })
    }`
  ]
}
