/** Log of a project's emails. docs/platform.md §15. */
import * as Effect from "effect/Effect"
import * as SentEmails from "../../../../schemas/endpoints/sentEmails.ts"
import { maxLogged } from "../../mail/index.ts"
import { handle } from "../../request/index.ts"
import type { EmailConfig, Project, QueuedEmail } from "../../state/index.ts"

/** The platform's own mail server, which sends in the project's name. */
const sharedServer = {
  host: "smtp.latchkey.localhost",
  port: 587,
  username: "latchkey",
  senderEmail: "noreply@latchkey.localhost"
}

const withoutPassword = (sender: EmailConfig, { displayName: senderName }: Project) => {
  if (sender.type === "shared") return { type: sender.type, ...sharedServer, senderName }
  const { password: _, ...shown } = sender
  return shown
}

/** Returns an email of the queue, sent or not. */
const logged = ({ createdAt, finishedSendingAt, id, rendered, renderError, serverError, to }: QueuedEmail) => ({
  id,
  subject: rendered?.subject ?? "",
  sentAt: new Date(finishedSendingAt ?? createdAt),
  to: to.type === "user-primary-email" ? [`User ID: ${to.userId}`] : [...to.emails],
  error: renderError ?? serverError
})

/** Handlers for `/internal/emails`. */
export const handlers = handle(SentEmails, {
  list: (_, { platform, project }) =>
    Effect.sync(() => ({
      items: platform.rules.removedResponseFields
        ? project.sentEmails.slice(-maxLogged).reverse().map(({ sender, sentAt, ...email }) => ({
          ...email,
          sentAt: new Date(sentAt),
          senderConfig: withoutPassword(sender, project)
        }))
        : [...project.emailQueue.values()].slice(-maxLogged).reverse().map(logged),
      isPaginated: false
    }))
})
