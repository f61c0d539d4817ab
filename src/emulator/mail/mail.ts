/** Delivery of emails. Nothing leaves the process: emails are kept in the outbox. */
import type {
  EmailConfig,
  Mail,
  MailSources,
  Platform,
  Project,
  QueuedEmail,
  SentEmailError,
  Store
} from "../state/index.ts"
import { categories } from "./notificationCategories.ts"

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
  /** Template of the email, as the queue shows it. */
  readonly template?: Pick<MailSources, "template" | "variables"> & Partial<Pick<QueuedEmail, "templateId" | "themeId">>
  /** User that the email is for. */
  readonly userId?: string | undefined
  /** @default now */
  readonly sentAt?: number
  /** Whether the email comes from the queue, and must not be added to it again. @default false */
  readonly isQueued?: boolean
}

/** Maximum number of emails in a project's queue before the oldest finished ones are removed. */
const maxQueued = 10_000

/** Adds an email to a project's queue. */
export const enqueue = ({ emailQueue }: Project, email: QueuedEmail): void => {
  emailQueue.set(email.id, email)
  if (emailQueue.size <= maxQueued) return
  for (const { finishedSendingAt, id } of emailQueue.values()) {
    if (finishedSendingAt === null) continue
    emailQueue.delete(id)
    return
  }
}

/** Fields of an email that was just queued. */
export const unsent = (now: number) => ({
  id: crypto.randomUUID(),
  createdAt: now,
  updatedAt: now,
  html: undefined,
  variables: {},
  skipsDeliverabilityCheck: false,
  scheduledAt: now,
  draftId: null,
  templateId: null,
  isPaused: false,
  readyAt: now,
  ...unstarted(),
  mail: null
})

/** Fields of an email that the worker hasn't started to process. */
export const unstarted = () => ({
  renderedAt: null,
  renderError: null,
  rendered: null,
  unsubscribeCode: null,
  queuedAt: null,
  startedSendingAt: null,
  finishedSendingAt: null,
  serverError: null,
  skipped: null,
  sendRetries: 0,
  nextSendRetryAt: null,
  attempts: []
})

/** Returns an email that was sent immediately, as the queue shows it. */
const sentAtOnce = (project: Project, mail: Mail, { error = null, template, userId }: Delivery): QueuedEmail => {
  const at = mail.sentAt.getTime()
  const category = categories.find(({ name }) => name === "Transactional")!
  return {
    ...unsent(at),
    tsxSource: template?.template ?? "",
    themeId: template?.themeId ?? project.config.emailTheme,
    templateId: template?.templateId ?? null,
    to: userId === undefined
      ? { type: "custom-emails", emails: [mail.to] }
      : { type: "user-custom-emails", userId, emails: [mail.to] },
    variables: template?.variables ?? {},
    isHighPriority: true,
    subject: undefined,
    categoryName: category.name,
    renderedAt: at,
    rendered: {
      subject: mail.subject,
      html: mail.html ?? null,
      text: mail.text,
      isTransactional: true,
      categoryId: category.id
    },
    queuedAt: at,
    startedSendingAt: at,
    finishedSendingAt: at,
    serverError: error === null ? null : error.message,
    mail
  }
}

/**
 * Adds an email to the outbox and to the project's log, and notifies listeners. All emails are sent through this
 * function. The outbox also contains the emails that the mail server rejected, for tests. The log contains the error.
 */
export const deliver = (platform: Platform, mail: Mail, delivery: Delivery = {}): void => {
  const { error = null, isQueued = false, sender, sources } = delivery
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
  if (!isQueued && platform.rules.queuesEmails) enqueue(project, sentAtOnce(project, mail, delivery))
  if (project.sentEmails.length >= 2 * maxLogged) project.sentEmails = project.sentEmails.slice(-maxLogged)
}

/** Content of an email. */
export type Content =
  & Pick<Mail, "to" | "kind" | "subject" | "text">
  & Partial<Pick<Mail, "html" | "link" | "code" | "otp">>

/** Sends an email of a project. Returns the email. */
export const send = (platform: Platform, project: Project, content: Content, delivery?: Delivery): Mail => {
  const mail: Mail = {
    html: undefined,
    link: undefined,
    code: undefined,
    otp: undefined,
    ...content,
    projectId: project.id,
    projectName: project.displayName,
    from: senderOf(project, delivery?.sender ?? project.config.emailConfig),
    sentAt: new Date(delivery?.sentAt ?? platform.now())
  }
  deliver(platform, mail, delivery)
  return mail
}

const senderOf = ({ displayName }: Project, server: EmailConfig): Mail["from"] =>
  server.type === "shared"
    ? { name: displayName, address: "noreply@latchkey.localhost" }
    : { name: server.senderName, address: server.senderEmail }

/** Removes emails from the outbox. Returns the number of removed emails. */
export const remove = (store: Store, matches: (mail: Mail) => boolean): number => {
  const kept = store.outbox.filter((mail) => !matches(mail))
  const removed = store.outbox.length - kept.length
  for (const mail of store.outbox) if (matches(mail)) store.unrendered.delete(mail)
  store.outbox = kept
  return removed
}
