/** Emails that projects send themselves: their content and delivery. docs/platform.md §15. */
import * as Effect from "effect/Effect"
import { visibleName } from "../../../schemas/entities/names.ts"
import { EmailRenderingError, RequiresCustomEmailServer } from "../../../schemas/errors/emails.ts"
import { codes, contactChannels } from "../model/index.ts"
import {
  apiUrl,
  type EmailTemplate,
  type EmailTheme,
  type Platform,
  type Project,
  Refusal,
  type SentEmailError,
  type User
} from "../state/index.ts"
import * as mail from "./mail.ts"
import { categories, isOn, type NotificationCategory } from "./notificationCategories.ts"
import * as rendering from "./rendering.ts"

/** Finds a category by name. */
export const categoryNamed = (name: string | undefined): NotificationCategory | undefined =>
  categories.find((category) => category.name === name)

/** Fails if the project sends through the platform's mail server. */
export const ownServer = ({ config }: Project): Effect.Effect<void, RequiresCustomEmailServer> =>
  config.emailConfig.type === "shared" ? Effect.fail(new RequiresCustomEmailServer()) : Effect.void

/** Finds a theme of the project. */
export const themeIn = (project: Project, id: string, status: number): Effect.Effect<EmailTheme, Refusal> =>
  Effect.suspend(() => {
    const theme = project.emailThemes.get(id)
    return theme === undefined
      ? Refusal.fail(status, "There is no such theme")
      : Effect.succeed(theme)
  })

/** Finds a template of the project. */
export const templateIn = (project: Project, id: string, status: number): Effect.Effect<EmailTemplate, Refusal> =>
  Effect.suspend(() => {
    const template = project.emailTemplates.get(id)
    return template === undefined
      ? Refusal.fail(status, "There is no such template")
      : Effect.succeed(template)
  })

/**
 * Returns the source of the chosen theme. `null` and `undefined` choose the project's theme, `false` chooses no theme.
 */
export const chosenTheme = (project: Project, choice: string | false | null | undefined): string | undefined =>
  choice === false ? undefined : project.emailThemes.get(choice ?? project.config.emailTheme)?.tsxSource

const cannotRender = (error: rendering.CannotRender) => new Refusal({ status: 500, text: error.message })

/** Recipient of previews. */
const previewUser = { displayName: "John Doe" }

/** Renders an email with the template's preview values. */
export const preview = (
  project: Project,
  template: string,
  theme: string | undefined
): Effect.Effect<rendering.Rendered, EmailRenderingError | Refusal> =>
  Effect.catchTag(
    rendering.render({ template, theme, user: previewUser, project: rendering.projectProps(project) }),
    "CannotRender",
    (error) => Effect.fail(cannotRender(error))
  )

/** Email sent by a project, with either its own HTML or a template. */
export interface Written {
  readonly html: string | undefined
  readonly template: EmailTemplate | undefined
  readonly variables: { readonly [name: string]: unknown } | undefined
  readonly theme: string | undefined
  readonly subject: string | undefined
  /** Fallback category. A category declared by the template takes precedence. */
  readonly category: NotificationCategory
}

/** Creates a template that renders the HTML unchanged. */
export const templateOf = (html: string): string =>
  `export const EmailTemplate = () => <div dangerouslySetInnerHTML={{ __html: ${JSON.stringify(html)} }} />`

/** Returns the text outside of tags. An unclosed tag counts as text. */
export const withoutTags = (html: string): string => {
  let text = ""
  for (let at = 0;;) {
    const opens = html.indexOf("<", at)
    const closes = opens === -1 ? -1 : html.indexOf(">", opens)
    if (closes === -1) return text + html.slice(at)
    text += html.slice(at, opens)
    at = closes + 1
  }
}

/** Renders an email. Without a renderer, the project's own HTML is kept unchanged. */
export const renderOrKeep = (
  html: string | undefined,
  email: rendering.Mail
): Effect.Effect<rendering.Rendered, EmailRenderingError | rendering.CannotRender> =>
  Effect.catchTag(
    rendering.render(email),
    "CannotRender",
    (error) => html === undefined ? Effect.fail(error) : Effect.succeed({ html, text: withoutTags(html) })
  )

/**
 * Sends an email to one user. Does nothing if the user has no address or has unsubscribed, or if the email can't be
 * rendered.
 */
export const sendTo = (
  platform: Platform,
  project: Project,
  user: User,
  written: Written,
  error: SentEmailError | null
): Effect.Effect<void> =>
  Effect.gen(function*() {
    const to = contactChannels.primaryOf(project, user)?.value
    if (to === undefined || (written.template === undefined && !isOn(user, written.category.id))) return
    const render = (unsubscribeLink?: string) =>
      renderOrKeep(written.html, {
        template: written.template?.tsxSource ?? templateOf(written.html ?? ""),
        theme: written.theme,
        user: { displayName: visibleName(user.displayName) ?? null },
        project: rendering.projectProps(project),
        variables: written.variables ?? {},
        unsubscribeLink
      })
    let rendered = yield* render()
    const category = categoryNamed(rendered.notificationCategory) ?? written.category
    if (!isOn(user, category.id)) return
    let code: string | undefined
    let link: string | undefined
    if (category.canDisable) {
      code = codes.issue(platform, project, "unsubscribe", { userId: user.id, categoryId: category.id }).value
      link = `${apiUrl(platform)}/emails/unsubscribe-link?code=${code}`
      rendered = yield* render(link)
    }
    const { html, subject, text } = rendered
    mail.send(
      platform,
      project,
      { to, kind: "written", subject: written.subject ?? subject ?? "", text, html, code, link },
      { error }
    )
  }).pipe(Effect.ignore)
