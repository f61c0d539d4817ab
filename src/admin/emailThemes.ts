/** What frames the project's mails: editing it, and seeing how it looks. docs/platform.md §15. */
import * as Effect from "effect/Effect"
import * as EmailThemes from "../../schemas/endpoints/emailThemes.ts"
import { builtInEmailTemplates } from "../../schemas/entities/EmailTemplate.ts"
import { render } from "./emailPreview.ts"

export { create, delete, get } from "../../schemas/endpoints/emailThemes.ts"

/** The project's themes without their sources, the built-in ones first. */
export const list = Effect.fn("admin.emailThemes.list")(function*() {
  return (yield* EmailThemes.list()).themes
})

/** A theme as it is stored, or as it is being written, around a template. */
export interface ThemePreview {
  readonly themeId?: string | undefined
  readonly tsxSource?: string | undefined
  /** @default the built-in template of the mail that verifies an address */
  readonly templateId?: string | undefined
}

/** Shows a theme around a template. Nothing is stored. A source that does not run gives `EmailRenderingError`. */
export const preview = Effect.fn("admin.emailThemes.preview")((theme: ThemePreview) =>
  render({
    themeId: theme.themeId,
    themeTsxSource: theme.tsxSource,
    templateId: theme.templateId ?? builtInEmailTemplates.emailVerification
  })
)

/** Replaces the source of a theme. One that does not run gives `EmailRenderingError`, and the old one stays. */
export const save = Effect.fn("admin.emailThemes.save")(function*(theme: {
  readonly themeId: string
  readonly tsxSource: string
}) {
  yield* EmailThemes.update({ id: theme.themeId, tsxSource: theme.tsxSource })
})
