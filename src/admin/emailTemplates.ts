/** What the project's mails say: editing it, and seeing how it looks. docs/platform.md §15. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as EmailTemplates from "../../schemas/endpoints/emailTemplates.ts"
import { render } from "./emailPreview.ts"

export { create, delete, rewriteSource } from "../../schemas/endpoints/emailTemplates.ts"

/** The project's templates with their sources, the built-in ones first. */
export const list = Effect.fn("admin.emailTemplates.list")(function*() {
  return (yield* EmailTemplates.list()).templates
})

/** One template, out of the list: the platform has no call for one. */
export const get = Effect.fn("admin.emailTemplates.get")(function*(template: { readonly templateId: string }) {
  return Option.fromUndefinedOr((yield* list()).find(({ id }) => id === template.templateId))
})

/** A template as it is stored, or as it is being written, in a theme. */
export interface TemplatePreview {
  readonly templateId?: string | undefined
  readonly tsxSource?: string | undefined
  /** `false` for none at all. @default null, the project's */
  readonly themeId?: string | false | null | undefined
}

/**
 * Shows a template, with its own preview values, in a theme. Nothing is stored. A source that does not run gives
 * `EmailRenderingError`.
 */
export const preview = Effect.fn("admin.emailTemplates.preview")((template: TemplatePreview) =>
  render({
    templateId: template.templateId,
    templateTsxSource: template.tsxSource,
    themeId: template.themeId ?? null
  })
)

/**
 * Replaces the source of a template, and answers with how it looks. One that does not run, or names no subject or
 * notification category, gives `EmailRenderingError`, and the old one stays.
 */
export const save = Effect.fn("admin.emailTemplates.save")(function*(template: {
  readonly templateId: string
  readonly tsxSource: string
  /** `false` for none at all, `null` for the project's; the 2025-08 platform takes ids only. @default the one it has */
  readonly themeId?: string | false | null | undefined
}) {
  return yield* EmailTemplates.update(template)
})
