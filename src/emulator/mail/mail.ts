/** Delivery of emails. Nothing leaves the process: emails are kept in the outbox. */
import type { EmailConfig, Mail, MailSources, Platform, Project, SentEmailError, Store } from "../state/index.ts"

/** Number of emails shown in a project's log. */
export const maxLogged = 100

/** Options for sending an email. */
export interface Delivery {
  /** Error of the mail server. */
  readonly error?: SentEmailError | null
  /** Mail server to send through. @default the project's server */
  readonly sender?: EmailConfig
  /** Sources for rendering when the email is first read. @default the email isn't rendered */
  readonly sources?: MailSources
}

/**
 * Adds an email to the outbox and to the project's log, and notifies listeners. All emails are sent through this
 * function. The outbox also has the emails that the mail server rejected, for tests. The log has the error.
 */
export const deliver = (platform: Platform, mail: Mail, { error = null, sender, sources }: Delivery = {}): void => {
  platform.store.outbox.push(mail)
  if (sources !== undefined) platform.store.unrendered.set(mail, sources)
  platform.mails.emit(() => mail)
  const project = platform.store.projects.get(mail.projectId)
  if (project === undefined) return
  project.sentEmails.push({
    id: crypto.randomUUID(),
    subject: mail.subject,
    sentAt: mail.sentAt.getTime(),
    to: [mail.to],
    sender: sender ?? project.config.emailConfig,
    error
  })
  if (project.sentEmails.length >= 2 * maxLogged) project.sentEmails = project.sentEmails.slice(-maxLogged)
}

/** Content of an email. */
export type Content =
  & Pick<Mail, "to" | "kind" | "subject" | "text">
  & Partial<Pick<Mail, "html" | "link" | "code" | "otp">>

/** Sends an email of a project. */
export const send = (platform: Platform, project: Project, content: Content, delivery?: Delivery): void =>
  deliver(platform, {
    html: undefined,
    link: undefined,
    code: undefined,
    otp: undefined,
    ...content,
    projectId: project.id,
    projectName: project.displayName,
    from: senderOf(project, delivery?.sender ?? project.config.emailConfig),
    sentAt: new Date(platform.now())
  }, delivery)

const senderOf = ({ displayName }: Project, server: EmailConfig): Mail["from"] =>
  server.type === "shared"
    ? { name: displayName, address: "noreply@latchkey.localhost" }
    : { name: server.senderName, address: server.senderEmail }

/** Removes emails from the outbox. Returns the number of removed emails. */
export const remove = (store: Store, matches: (mail: Mail) => boolean): number => {
  const kept = store.outbox.filter((mail) => !matches(mail))
  const removed = store.outbox.length - kept.length
  for (const mail of store.unrendered.keys()) if (matches(mail)) store.unrendered.delete(mail)
  store.outbox = kept
  return removed
}
