/** How a mail looks before anybody gets it. docs/platform.md §15. */
import * as Effect from "effect/Effect"
import * as Emails from "../../schemas/endpoints/emails.ts"
import { invalidInput } from "../errors/index.ts"

/** One template and one theme, each stored (its id) or as it is being written (its source). */
export type Preview = Parameters<typeof Emails.render>[0] & {}

/** Renders a mail with the template's own preview values. Nothing is stored or sent. */
export const render = (preview: Preview) =>
  both(preview, "templateId", "templateTsxSource") ?? both(preview, "themeId", "themeTsxSource") ??
    Emails.render(preview)

/** Two answers to one question, or none, are refused before any request. */
const both = (preview: Preview, stored: keyof Preview, written: keyof Preview) =>
  (preview[stored] === undefined) === (preview[written] === undefined)
    ? Effect.fail(invalidInput(Emails.render.spec.name, stored, `Expected either ${stored} or ${written}`))
    : undefined
