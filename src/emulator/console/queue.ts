/**
 * Emails that wait, failed or were skipped, with buttons of the outbox operations; drafts, managed domains and the sending
 * capacity. Shown on the page of emails.
 */
import * as Effect from "effect/Effect"
import { queue, queueViews } from "../mail/index.ts"
import { contactChannels } from "../model/index.ts"
import type { Project, QueuedEmail } from "../state/index.ts"
import { actionForm, table, time } from "./frame.ts"
import { type Html, html } from "./html.ts"
import { type Action, type NoticeName, Refused, sendToPlatform, type Visit } from "./visit.ts"

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

/** Returns the request that an operation of the outbox sends for an email. */
type Change = (email: QueuedEmail) => object

const change = (notice: NoticeName, of: Change): Action => (visit, form) =>
  Effect.suspend(() => {
    const email = visit.project.emailQueue.get(form.get("email") ?? "")
    return email === undefined
      ? Effect.fail(new Refused({ sentence: "This email is no longer in the queue." }))
      : Effect.as(
        sendToPlatform(visit, "PATCH", `/emails/outbox/${email.id}`, of(email)),
        { notice, page: "/outbox" }
      )
  })

/** Operations of the outbox, and the capacity boost. */
export const queueActions: { readonly [name: string]: Action } = {
  pause: change("paused", () => ({ is_paused: true })),
  resume: change("resumed", () => ({ is_paused: false })),
  // sending unchanged variables renders and sends the email again
  retry: change("retried", ({ variables }) => ({ variables })),
  cancel: change("canceled", () => ({ cancel: true })),
  boost: (visit) =>
    Effect.as(sendToPlatform(visit, "POST", "/emails/capacity-boost"), { notice: "boosted", page: "/outbox" } as const)
}

const buttons = (visit: Visit, email: QueuedEmail): Html | false => {
  const status = queueViews.statusOf(email)
  const hasFailed = queueViews.simpleStatusOf(email) === "error"
  const subject = subjectOf(email)
  const button = (name: string, label: string) =>
    actionForm(
      visit,
      "/outbox",
      name,
      html`<button name="email" value="${email.id}" aria-label="${label}: ${subject}">${label}</button>`
    )
  return queueViews.isEditable(email) && html`<div class="row">${[
    status === "paused" ? button("resume", "Resume") : !hasFailed && button("pause", "Pause"),
    hasFailed && button("retry", "Retry"),
    button("cancel", "Cancel")
  ]}</div>`
}

/** Shows the project's sending capacity, with a button that raises the capacity. */
const capacity = (visit: Visit): Html => {
  const { platform, project } = visit
  const rate = queue.ratePerSecond(platform, project)
  const isBoosted = project.emailBoostUntil > platform.now()
  return html`<h2>Sending capacity</h2><section class="card" id="capacity" data-live aria-label="Sending capacity"><div class="row"><span><strong>${
    rate.toFixed(1)
  }</strong> emails per second, ${queue.sentSince(project, platform.now() - monthMillis)} sent in 30 days</span> ${
    isBoosted
      ? html`<span class="chip">boosted</span> until ${time(project.emailBoostUntil)}`
      : actionForm(visit, "/outbox", "boost", html`<button>Boost for four hours</button>`)
  }</div></section>`
}

/** Whether the project has sent an email lately, or has an email that waits. Otherwise, its capacity isn't relevant. */
const hasEmails = ({ platform, project }: Visit): boolean =>
  project.emailQueue.size > 0 || queue.sentSince(project, platform.now() - monthMillis) > 0

const monthMillis = 30 * 86_400_000

/** Returns a table of the emails that were not sent, newest first, tables of drafts and domains, and the capacity. */
export const queueSections = (visit: Visit): ReadonlyArray<Html | false> => {
  const { emulator, platform, project } = visit
  const unsent = [...project.emailQueue.values()].filter((email) => queueViews.statusOf(email) !== "sent").reverse()
  const drafts = [...project.emailDrafts.values()].reverse()
  const domains = [...project.managedDomains.values()]
  const now = emulator.clock.now().getTime()
  return [
    unsent.length > 0 && html`<h2>Not sent</h2>${
      table("queue", unsent, {
        columns: ["To", "Subject", "Status", "Due or reason", "Action"],
        empty: html`No emails are waiting.`,
        row: (email) =>
          html`<tr id="queued-${email.id}"><td translate="no">${recipientOf(project, email)}</td><td>${
            subjectOf(email)
          }</td><td>${queueViews.statusOf(email)}</td><td>${detailsOf(email)}</td><td>${
            buttons(visit, email)
          }</td></tr>`
      })
    }`,
    drafts.length > 0 && html`<h2>Drafts</h2>${
      table("drafts", drafts, {
        columns: ["Draft", "Changed", "Sent"],
        empty: html`No drafts yet.`,
        row: ({ displayName, id, sentAt, updatedAt }, time) =>
          html`<tr id="draft-${id}"><td>${displayName}</td><td>${time(updatedAt)}</td><td>${
            sentAt !== null && time(sentAt, "sent")
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
    }`,
    platform.rules.queuesEmails && hasEmails(visit) && capacity(visit)
  ]
}
