/**
 * Emails that the platform itself sends: address verification, password reset, sign-in and invitations.
 *
 * These emails are rendered with the project's template and theme. Rendering takes about 10 ms, but its tools take
 * about a second to load. Emails with an unedited template and theme are therefore sent as plain text and rendered when
 * they are first read ({@link rendered}). Emails with an edited template or theme are rendered before they are sent. If
 * rendering isn't possible, the plain text stays.
 */
import * as Effect from "effect/Effect"
import { builtInEmailTemplates } from "../../../schemas/entities/emailIds.ts"
import { visibleName } from "../../../schemas/entities/names.ts"
import { contactChannels, otpLength, withCode } from "../model/index.ts"
import {
  builtInTemplates,
  builtInThemes,
  type Code,
  type Mail,
  type MailContent,
  type MailSources,
  type Platform,
  type Project
} from "../state/index.ts"
import * as emails from "./emails.ts"
import * as mail from "./mail.ts"
import * as rendering from "./rendering.ts"

type Kind = "signIn" | "passwordReset" | "emailVerification" | "teamInvitation" | "signInInvitation"

/** Recipient and content of an email. */
interface Occasion {
  readonly kind: Kind
  readonly to: string
  readonly link: string
  readonly code?: string
  readonly otp?: string
  /** Name of the user, if there is one. */
  readonly displayName: string | null
  /** Team that the recipient is invited to. */
  readonly teamDisplayName?: string
}

/** Kind of email: its template, the template's link variable, and its plain text. */
interface Wording {
  readonly templateId: string
  readonly link: string
  readonly subject: (project: string, team: string, otp: string | undefined) => string
  readonly request: string
  /** Text of the link in the HTML. */
  readonly button: string
}

const wordings: { readonly [K in Kind]: Wording } = {
  signIn: {
    templateId: builtInEmailTemplates.magicLink,
    link: "magicLink",
    subject: (project, _, otp) =>
      otp === undefined ? `Sign in to ${project}` : `Sign in to ${project}: your code is ${otp}`,
    request: "Open this link to sign in:",
    button: "Sign in"
  },
  passwordReset: {
    templateId: builtInEmailTemplates.passwordReset,
    link: "passwordResetLink",
    subject: (project) => `Reset your password for ${project}`,
    request: "Open this link to choose a new password:",
    button: "Choose a new password"
  },
  emailVerification: {
    templateId: builtInEmailTemplates.emailVerification,
    link: "emailVerificationLink",
    subject: (project) => `Verify your email at ${project}`,
    request: "Open this link to verify your email address:",
    button: "Verify email"
  },
  teamInvitation: {
    templateId: builtInEmailTemplates.teamInvitation,
    link: "teamInvitationLink",
    subject: (_, team) => `Join ${team}`,
    request: "Open this link to join the team:",
    button: "Join the team"
  },
  signInInvitation: {
    templateId: builtInEmailTemplates.signInInvitation,
    link: "signInInvitationLink",
    subject: (project) => `You are invited to ${project}`,
    request: "Open this link to sign in:",
    button: "Sign in"
  }
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;" })[char]!)

/** Returns the HTML of an email that isn't rendered from a template: the look of the default theme, in plain HTML. */
const plainHtml = (project: string, { button, request }: Wording, link: string, codeLine: string | undefined): string =>
  `<div style="padding:16px;background:#f9fafb;font:15px/1.5 system-ui,sans-serif;color:#111827">`
  + `<div style="max-width:440px;margin:0 auto;padding:24px;border-radius:8px;background:#ffffff">`
  + `<h2 style="margin:0 0 12px;font-size:18px">${escaped(project)}</h2><p style="margin:0 0 16px">${
    request.replace(/:$/, ".")
  }</p>`
  + `<p style="margin:0 0 16px"><a href="${
    escaped(link)
  }" style="display:inline-block;padding:8px 16px;border-radius:6px;background:#111827;color:#ffffff;text-decoration:none">${button}</a></p>`
  + (codeLine === undefined ? "" : `<p style="margin:0 0 16px">${codeLine}</p>`)
  + `<p style="margin:0;font-size:13px;color:#4b5563">If you did not request this email, ignore it.</p></div></div>`

const unedited: ReadonlySet<string | undefined> = new Set(
  [...builtInTemplates(), ...builtInThemes()].map(({ tsxSource }) => tsxSource)
)

/** Returns the project's sources for an email, or `undefined` if the template was deleted. */
const sourcesOf = (project: Project, occasion: Occasion): MailSources | undefined => {
  const { link, templateId } = wordings[occasion.kind]
  const template = project.emailTemplates.get(templateId)
  return template === undefined ? undefined : {
    template: template.tsxSource,
    theme: emails.chosenTheme(project, template.themeId),
    user: { displayName: visibleName(occasion.displayName) ?? null },
    project: rendering.projectProps(project),
    variables: {
      [link]: occasion.link,
      ...(occasion.otp === undefined ? {} : { otp: occasion.otp }),
      ...(occasion.teamDisplayName === undefined ? {} : { teamDisplayName: occasion.teamDisplayName })
    }
  }
}

/** Renders an email. Returns an empty object if that isn't possible, so that the plain text stays. */
const renderSources = (sources: MailSources): Effect.Effect<Partial<Pick<Mail, "html" | "subject" | "text">>> =>
  rendering.render(sources).pipe(
    Effect.map(({ html, subject, text }) => ({ html, text, ...(subject === undefined ? {} : { subject }) })),
    Effect.orElseSucceed(() => ({}))
  )

/** Sends an email. */
const send = (platform: Platform, project: Project, occasion: Occasion, delivery: mail.Delivery = {}) =>
  Effect.gen(function*() {
    const { code, kind, link, otp, to } = occasion
    const wording = wordings[kind]
    const codeLine = otp === undefined ? undefined : `Or type this code: ${otp}`
    const plain: mail.Content = {
      to,
      kind,
      subject: wording.subject(project.displayName, occasion.teamDisplayName ?? project.displayName, otp),
      text: [wording.request, link, ...(codeLine === undefined ? [] : [codeLine])].join("\n\n"),
      html: plainHtml(project.displayName, wording, link, codeLine),
      link,
      ...(code === undefined ? {} : { code }),
      ...(otp === undefined ? {} : { otp })
    }
    const sources = sourcesOf(project, occasion)
    if (sources === undefined) return void mail.send(platform, project, plain, delivery)
    const { templateId } = wordings[kind]
    const template = { ...sources, templateId, themeId: project.emailTemplates.get(templateId)?.themeId ?? null }
    if (unedited.has(sources.template) && (sources.theme === undefined || unedited.has(sources.theme))) {
      return void mail.send(platform, project, plain, { ...delivery, sources, template })
    }
    mail.send(platform, project, { ...plain, ...(yield* renderSources(sources)) }, {
      ...delivery,
      template
    })
  })

/** Kinds of code that are sent by email. */
type Mailed = "signIn" | "passwordReset" | "emailVerification" | "teamInvitation"

/** Sends a code as a link and, for sign-in, as six characters to type. */
export const sendCode = (
  platform: Platform,
  project: Project,
  code: Code<Mailed>,
  { callbackUrl, ...about }: Pick<Occasion, "to" | "displayName" | "teamDisplayName"> & { readonly callbackUrl: string }
): Effect.Effect<void> =>
  send(platform, project, {
    ...about,
    kind: code.kind,
    link: withCode(callbackUrl, code.value),
    code: code.value,
    ...(code.kind === "signIn" ? { otp: code.value.slice(0, otpLength).toUpperCase() } : {})
  }, { userId: userIdOf(project, code, about.to) })

/** Returns the user that a code is for, if there is one. */
const userIdOf = (project: Project, { data }: Code<Mailed>, address: string): string | undefined =>
  "userId" in data ? data.userId : project.signInChannels.get(contactChannels.normalized(address))?.userId

/** Sends an invitation to sign in. Its link is the app's URL, unchanged. */
export const sendInvitation = (
  platform: Platform,
  project: Project,
  to: string,
  link: string,
  delivery: mail.Delivery
): Effect.Effect<void> => send(platform, project, { kind: "signInInvitation", to, link, displayName: null }, delivery)

/** Renders an email if it wasn't rendered yet, and updates it in the outbox. */
export const rendered = <M extends MailContent>(platform: Platform, mail: M): Effect.Effect<M> =>
  Effect.gen(function*() {
    const sources = platform.store.unrendered.get(mail)
    if (sources === undefined) return mail
    const content = yield* renderSources(sources)
    platform.store.unrendered.delete(mail)
    return Object.assign(mail, content)
  })
