/** The templates of a project's e-mails. Platform rules §15. */
import * as Effect from "effect/Effect"
import * as EmailTemplates from "../../../schemas/endpoints/emailTemplates.ts"
import { EmailRenderingError } from "../../../schemas/errors/others.ts"
import * as emails from "../emails.ts"
import { starterTemplate } from "../emailSources.ts"
import { handle } from "../handle.ts"

/** `/internal/email-templates`. There is no model behind the emulator: a source that is to be rewritten comes back as it was. */
export const handlers = handle(EmailTemplates, {
  list: (_, { project }) =>
    Effect.sync(() => ({
      templates: [...project.emailTemplates.values()].map(({ themeId, ...template }) => ({
        ...template,
        ...(themeId === null ? {} : { themeId })
      }))
    })),

  create: ({ displayName }, { project }) =>
    Effect.sync(() => {
      const id = crypto.randomUUID()
      project.emailTemplates.set(id, { id, displayName, tsxSource: starterTemplate, themeId: null })
      return { id }
    }),

  update: ({ templateId, themeId, tsxSource }, { project }) =>
    Effect.gen(function*() {
      yield* emails.ownServer(project)
      const template = yield* emails.templateIn(project, templateId, 404)
      const rendered = yield* emails.preview(project, tsxSource, emails.chosenTheme(project, null))
      const { notificationCategory, subject } = rendered
      if (subject === undefined) {
        return yield* Effect.fail(new EmailRenderingError({ error: "The template names no Subject" }))
      }
      if (notificationCategory === undefined) {
        return yield* Effect.fail(new EmailRenderingError({ error: "The template names no NotificationCategory" }))
      }
      template.tsxSource = tsxSource
      // 2025-08 overlooks `false` and `null`
      if (typeof themeId === "string") template.themeId = themeId
      return { renderedHtml: rendered.html }
    }),

  delete: ({ templateId }, { project }) =>
    Effect.gen(function*() {
      yield* emails.ownServer(project)
      yield* emails.templateIn(project, templateId, 404)
      project.emailTemplates.delete(templateId)
      return {}
    }),

  rewriteSource: ({ templateTsxSource }) => Effect.succeed({ tsxSource: templateTsxSource })
})
