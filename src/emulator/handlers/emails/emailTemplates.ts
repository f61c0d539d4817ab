/** Email templates of a project. docs/platform.md §15. */
import * as Effect from "effect/Effect"
import * as EmailTemplates from "../../../../schemas/endpoints/emailTemplates.ts"
import { EmailRenderingError, TemplateSourceRewriteError } from "../../../../schemas/errors/emails.ts"
import { emails } from "../../mail/index.ts"
import { configLayers } from "../../model/index.ts"
import { handle } from "../../request/index.ts"
import { starterTemplate } from "../../state/index.ts"

/**
 * Comment in the first line of a scripted response, so that it isn't mistaken for the output of an AI model.
 */
const scriptedComment = "// This is the emulator's scripted response: the source below is unchanged."

/**
 * `/internal/email-templates`. The emulator has no AI model, so rewriting is scripted as in `aiChat.ts`. The response
 * is the unchanged source below a comment. A source that doesn't render is rejected.
 */
export const handlers = handle(EmailTemplates, {
  list: (_, { platform, project }) =>
    Effect.sync(() => ({
      templates: configLayers.shownTemplates(platform, project).map(({ themeId, ...template }) => ({
        ...template,
        ...(themeId === null ? {} : { themeId })
      }))
    })),

  create: ({ displayName }, { platform, project }) =>
    Effect.gen(function*() {
      if (platform.rules.newTemplateNeedsServer) yield* emails.ownServer(project)
      const id = crypto.randomUUID()
      configLayers.write(project, { [`emails.templates.${id}`]: { displayName, tsxSource: starterTemplate } })
      return { id }
    }),

  update: ({ templateId, themeId, tsxSource }, { platform, project }) =>
    Effect.gen(function*() {
      yield* emails.ownServer(project)
      yield* emails.templateIn(project, templateId, 404)
      const rendered = yield* emails.preview(project, tsxSource, emails.chosenTheme(project, null))
      const { notificationCategory, subject } = rendered
      if (subject === undefined) {
        return yield* Effect.fail(new EmailRenderingError({ error: "The template has no Subject" }))
      }
      if (notificationCategory === undefined) {
        return yield* Effect.fail(new EmailRenderingError({ error: "The template has no NotificationCategory" }))
      }
      const isTaken = platform.rules.templatesWithoutTheme || typeof themeId === "string"
      configLayers.write(project, {
        [`emails.templates.${templateId}.tsxSource`]: tsxSource,
        ...(isTaken && themeId !== undefined && { [`emails.templates.${templateId}.themeId`]: themeId })
      })
      return { renderedHtml: rendered.html }
    }),

  delete: ({ templateId }, { project }) =>
    Effect.gen(function*() {
      yield* emails.ownServer(project)
      yield* emails.templateIn(project, templateId, 404)
      configLayers.write(project, { [`emails.templates.${templateId}`]: null })
      return {}
    }),

  rewriteSource: ({ templateTsxSource }, { project }) =>
    emails.preview(project, templateTsxSource, undefined).pipe(
      Effect.mapError((error) =>
        error instanceof EmailRenderingError ? new TemplateSourceRewriteError({ error: error.details.error }) : error
      ),
      Effect.as({ tsxSource: `${scriptedComment}\n${templateTsxSource}` })
    )
})
