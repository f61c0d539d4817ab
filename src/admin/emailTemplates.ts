/** Email templates of the project: editing and previews. docs/platform.md §15. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as EmailTemplates from "../../schemas/endpoints/emailTemplates.ts"
import { inProjectTheme, render } from "./emailPreview.ts"

export { create, delete, rewriteSource } from "../../schemas/endpoints/emailTemplates.ts"

/** Returns the project's templates with their sources, built-in ones first. */
export const list = Effect.fn("admin.emailTemplates.list")(function*() {
  return (yield* EmailTemplates.list()).templates
})

/** Finds a template in the list, because the platform has no endpoint for a single template. */
export const get = Effect.fn("admin.emailTemplates.get")(function*(template: { readonly templateId: string }) {
  return Option.fromUndefinedOr((yield* list()).find(({ id }) => id === template.templateId))
})

/** A stored template or an unsaved source, with a theme. */
export interface TemplatePreview {
  readonly templateId?: string | undefined
  readonly tsxSource?: string | undefined
  /** `false` for no theme. @default null, the project's theme */
  readonly themeId?: string | false | null | undefined
}

/**
 * Renders a template with its preview values in a theme. Nothing is stored. Fails with `EmailRenderingError` for a
 * source that can't be rendered.
 */
export const preview = Effect.fn("admin.emailTemplates.preview")((template: TemplatePreview) => {
  const source = { templateId: template.templateId, templateTsxSource: template.tsxSource }
  return template.themeId === undefined || template.themeId === null
    ? inProjectTheme(source)
    : render({ ...source, themeId: template.themeId })
})

/**
 * Replaces the source of a template and returns the rendered HTML. If the new source can't be rendered, or declares no
 * subject or notification category, fails with `EmailRenderingError` and keeps the previous source.
 */
export const save = Effect.fn("admin.emailTemplates.save")(function*(template: {
  readonly templateId: string
  readonly tsxSource: string
  /**
   * `false` for no theme, `null` for the project's theme; the 2025-08 platform accepts ids only. @default the current
   * theme
   */
  readonly themeId?: string | false | null | undefined
}) {
  return yield* EmailTemplates.update(template)
})
