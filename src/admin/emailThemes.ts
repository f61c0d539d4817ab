/** Themes of the project's emails: editing and previews. docs/platform.md §15. */
import * as Effect from "effect/Effect"
import * as EmailThemes from "../../schemas/endpoints/emailThemes.ts"
import { builtInEmailTemplates } from "../../schemas/entities/emailIds.ts"
import { render } from "./emailPreview.ts"

export { create, delete, get } from "../../schemas/endpoints/emailThemes.ts"

/** Returns the project's themes without their sources, built-in ones first. */
export const list = Effect.fn("admin.emailThemes.list")(function*() {
  return (yield* EmailThemes.list()).themes
})

/** A stored theme or an unsaved source, with a template. */
export interface ThemePreview {
  readonly themeId?: string | undefined
  readonly tsxSource?: string | undefined
  /** @default the built-in template for verifying an address */
  readonly templateId?: string | undefined
}

/**
 * Renders a theme with a template. Nothing is stored. Fails with `EmailRenderingError` for a source that can't be
 * rendered.
 */
export const preview = Effect.fn("admin.emailThemes.preview")((theme: ThemePreview) =>
  render({
    themeId: theme.themeId,
    themeTsxSource: theme.tsxSource,
    templateId: theme.templateId ?? builtInEmailTemplates.emailVerification
  })
)

/**
 * Replaces the source of a theme. If the new source can't be rendered, fails with `EmailRenderingError` and keeps the
 * previous source.
 */
export const save = Effect.fn("admin.emailThemes.save")(function*(theme: {
  readonly themeId: string
  readonly tsxSource: string
}) {
  yield* EmailThemes.update({ id: theme.themeId, tsxSource: theme.tsxSource })
})
