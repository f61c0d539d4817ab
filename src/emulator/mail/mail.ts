/** How mails go out. Nothing leaves the process: they wait in the outbox. */
import type { EmailConfig, Mail, MailSources, Platform, Project, SentEmailError, Store } from "../state/index.ts"

/** How many mails a project's log shows. */
export const mostLogged = 100

/** How a mail goes out. */
export interface Delivery {
  /** Why its server would not take it. */
  readonly error?: SentEmailError | null
  /** The server it goes out through. @default the project's */
  readonly sender?: EmailConfig
  /** What it is rendered from when somebody looks at it. @default it stays as it is */
  readonly sources?: MailSources
}

/**
 * Hands a mail to the outbox, to whoever listens and to the project's log. Every mail goes this way. One that its server
 * would not take is in the outbox too, so that tests see it; the log says what went wrong.
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
  if (project.sentEmails.length >= 2 * mostLogged) project.sentEmails = project.sentEmails.slice(-mostLogged)
}

/** What every mail has to say. */
export type Content =
  & Pick<Mail, "to" | "kind" | "subject" | "text">
  & Partial<Pick<Mail, "html" | "link" | "code" | "otp">>

/** Sends a mail of a project. */
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

/** Takes mails out of the outbox. Returns how many there were. */
export const remove = (store: Store, isMeant: (mail: Mail) => boolean): number => {
  const kept = store.outbox.filter((mail) => !isMeant(mail))
  const removed = store.outbox.length - kept.length
  for (const mail of store.unrendered.keys()) if (isMeant(mail)) store.unrendered.delete(mail)
  store.outbox = kept
  return removed
}
