/** E-mails that projects write themselves: what they are made of, and how they go out. docs/platform.md §15. */
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

/** The category of this name. */
export const categoryNamed = (name: string | undefined): NotificationCategory | undefined =>
  categories.find((category) => category.name === name)

/** Fails while the project sends through the platform's server. */
export const ownServer = ({ config }: Project): Effect.Effect<void, RequiresCustomEmailServer> =>
  config.emailConfig.type === "shared" ? Effect.fail(new RequiresCustomEmailServer()) : Effect.void

/** A theme of the project. */
export const themeIn = (project: Project, id: string, status: number): Effect.Effect<EmailTheme, Refusal> =>
  Effect.suspend(() => {
    const theme = project.emailThemes.get(id)
    return theme === undefined
      ? Refusal.fail(status, "There is no such theme")
      : Effect.succeed(theme)
  })

/** A template of the project. */
export const templateIn = (project: Project, id: string, status: number): Effect.Effect<EmailTemplate, Refusal> =>
  Effect.suspend(() => {
    const template = project.emailTemplates.get(id)
    return template === undefined
      ? Refusal.fail(status, "There is no such template")
      : Effect.succeed(template)
  })

/** The source of the theme that was chosen: `null` and absence mean the project's, `false` none. */
export const chosenTheme = (project: Project, choice: string | false | null | undefined): string | undefined =>
  choice === false ? undefined : project.emailThemes.get(choice ?? project.config.emailTheme)?.tsxSource

const cannotRender = (error: rendering.CannotRender) => new Refusal({ status: 500, text: error.message })

/** Whom a mail that is only looked at is for. */
const someone = { displayName: "John Doe" }

/** How a mail would look, with the template's own preview values. */
export const preview = (
  project: Project,
  template: string,
  theme: string | undefined
): Effect.Effect<rendering.Rendered, EmailRenderingError | Refusal> =>
  Effect.catchTag(
    rendering.render({ template, theme, user: someone, project: { displayName: project.displayName } }),
    "CannotRender",
    (error) => Effect.fail(cannotRender(error))
  )

/** What a project sends: a text of its own, or a template. */
export interface Written {
  readonly html: string | undefined
  readonly template: EmailTemplate | undefined
  readonly variables: { readonly [name: string]: unknown } | undefined
  readonly theme: string | undefined
  readonly subject: string | undefined
  /** A template's own category goes first. */
  readonly category: NotificationCategory
}

/** A template that says what it is given, and nothing else. */
const templateOf = (html: string): string =>
  `export const EmailTemplate = () => <div dangerouslySetInnerHTML={{ __html: ${JSON.stringify(html)} }} />`

/** What stands outside of tags. A tag that does not end is text. */
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

/** Sends a mail to one user. Who has no address or does not want it is passed over, and so is a mail that does not render. */
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
    const looks = (unsubscribeLink?: string) =>
      rendering.render({
        template: written.template?.tsxSource ?? templateOf(written.html ?? ""),
        theme: written.theme,
        user: { displayName: visibleName(user.displayName) ?? null },
        project: { displayName: project.displayName },
        variables: written.variables ?? {},
        unsubscribeLink
      }).pipe(
        // where nothing can be rendered, a text of one's own goes out as it is
        Effect.catchTag("CannotRender", (error) =>
          written.html === undefined
            ? Effect.fail(error)
            : Effect.succeed<rendering.Rendered>({ html: written.html, text: withoutTags(written.html) }))
      )
    let rendered = yield* looks()
    const category = categoryNamed(rendered.notificationCategory) ?? written.category
    if (!isOn(user, category.id)) return
    let code: string | undefined
    let link: string | undefined
    if (category.canDisable) {
      code = codes.issue(platform, project, "unsubscribe", { userId: user.id, categoryId: category.id }).value
      link = `${apiUrl(platform)}/emails/unsubscribe-link?code=${code}`
      rendered = yield* looks(link)
    }
    const { html, subject, text } = rendered
    mail.send(
      platform,
      project,
      { to, kind: "written", subject: written.subject ?? subject ?? "", text, html, code, link },
      { error }
    )
  }).pipe(Effect.ignore)
