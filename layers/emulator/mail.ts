/** The mails the platform sends, in our own words. Nothing leaves the process: they wait in the outbox. */
import { otpLength } from "./codes.ts"
import type { Platform } from "./Platform.ts"
import type { Code, EmailConfig, Mail, Project, SentEmailError } from "./Store.ts"
import { withCode } from "./trustedUrls.ts"

type Mailed = "signIn" | "passwordReset" | "emailVerification" | "teamInvitation"

const subjects: { readonly [Kind in Mailed]: (name: string) => string } = {
  signIn: (project) => `Sign in to ${project}`,
  passwordReset: (project) => `Reset your password for ${project}`,
  emailVerification: (project) => `Verify your e-mail address for ${project}`,
  teamInvitation: (team) => `You are invited to join ${team}`
}

const requests: { readonly [Kind in Mailed]: string } = {
  signIn: "Open this link to sign in:",
  passwordReset: "Open this link to choose a new password:",
  emailVerification: "Open this link to verify your e-mail address:",
  teamInvitation: "Open this link to join the team:"
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;" })[char]!)

/** Sends a code as a link and, to sign in, as six characters to type. */
export const sendCode = (
  platform: Platform,
  project: Project,
  to: string,
  callbackUrl: string,
  code: Code<Mailed>,
  /** What the code lets people into, by name. */
  name = project.displayName
): Mail => {
  const link = withCode(callbackUrl, code.value)
  const otp = code.kind === "signIn" ? code.value.slice(0, otpLength).toUpperCase() : undefined
  const typed = otp === undefined ? "" : `Or type this code: ${otp}`
  const mail: Mail = {
    to,
    kind: code.kind,
    projectId: project.id,
    subject: subjects[code.kind](name),
    text: [requests[code.kind], link, ...(typed === "" ? [] : [typed])].join("\n\n"),
    html: `<p>${requests[code.kind]}</p><p><a href="${escaped(link)}">${escaped(link)}</a></p>${
      typed === "" ? "" : `<p>${typed}</p>`
    }`,
    code: code.value,
    otp,
    link,
    sentAt: new Date(platform.now())
  }
  deliver(platform, mail)
  return mail
}

/** How many mails a project's log shows. */
export const mostLogged = 100

/** How a mail goes out. */
export interface Delivery {
  /** Why its server would not take it. */
  readonly error?: SentEmailError | null
  /** The server it goes out through. @default the project's */
  readonly sender?: EmailConfig
}

/**
 * Hands a mail to the outbox, to whoever listens and to the project's log. Every mail goes this way. One that its server
 * would not take is in the outbox too, so that tests see it; the log says what went wrong.
 */
export const deliver = (platform: Platform, mail: Mail, { error = null, sender }: Delivery = {}): void => {
  platform.store.outbox.push(mail)
  platform.mails.raise(() => mail)
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

/** Sends a mail that is not about a code to hand in. */
export const send = (
  platform: Platform,
  project: Project,
  mail: Pick<Mail, "to" | "kind" | "subject" | "text"> & Partial<Pick<Mail, "html" | "link" | "code">>,
  delivery?: Delivery
): void =>
  deliver(platform, {
    html: undefined,
    link: undefined,
    code: undefined,
    ...mail,
    otp: undefined,
    projectId: project.id,
    sentAt: new Date(platform.now())
  }, delivery)
