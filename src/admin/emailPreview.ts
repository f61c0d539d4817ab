/** Previews of emails. docs/platform.md §15. */
import * as Effect from "effect/Effect"
import * as Emails from "../../schemas/endpoints/emails.ts"
import { CallError } from "../../schemas/errors/CallError.ts"
import { invalidInput } from "../errors/index.ts"

/** A template and a theme, each given by id or by its unsaved source. */
export type Preview = Parameters<typeof Emails.render>[0] & {}

/** Renders an email with the template's preview values. Nothing is stored or sent. */
export const render = (preview: Preview) =>
  both(preview, "templateId", "templateTsxSource") ?? both(preview, "themeId", "themeTsxSource") ??
    Emails.render(preview)

/**
 * Renders a template in the project's theme. Revision 2025-08 requires `null` as the theme. Later revisions reject
 * `null` and require the field to be omitted.
 */
export const inProjectTheme = (template: Pick<Preview, "templateId" | "templateTsxSource">) =>
  both(template, "templateId", "templateTsxSource") ??
    Effect.catchIf(Emails.render(template), needsTheme, () => Emails.render({ ...template, themeId: null }))

const needsTheme = (error: unknown): boolean =>
  error instanceof CallError && error.reason._tag === "HttpFailure" && error.reason.status === 400
  && error.reason.text.includes("theme_id")

/** Fails before any request if both or neither of two alternative options is given. */
const both = (preview: Preview, stored: keyof Preview, written: keyof Preview) =>
  (preview[stored] === undefined) === (preview[written] === undefined)
    ? Effect.fail(invalidInput(Emails.render.spec.name, stored, `Expected either ${stored} or ${written}`))
    : undefined
