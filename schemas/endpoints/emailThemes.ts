/** Themes, the layouts around a project's emails. docs/platform.md §15. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { EmailTheme, EmailThemeSummary } from "../entities/EmailTheme.ts"
import { Empty } from "../entities/responses.ts"
import { EmailRenderingError } from "../errors/emails.ts"
import { Uuid } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** Lists the project's themes without their sources, built-in themes first. */
export const list = endpoint("admin", "emailThemes.list", "GET /internal/email-themes", {
  output: wireStruct({ themes: Schema.Array(EmailThemeSummary) })
})

/**
 * Creates a theme with the source of the built-in light theme.
 *
 * Emails use the theme that `emailTheme` in the project's configuration names. The theme's name cannot be changed
 * later.
 */
export const create = endpoint("admin", "emailThemes.create", "POST /internal/email-themes", {
  input: { displayName: Schema.String },
  output: wireStruct({ id: Schema.String }),
  invalidates: [list]
})

/** Returns a theme with its source. An unknown theme fails with `HttpFailure` (404). */
export const get = endpoint("admin", "emailThemes.get", "GET /internal/email-themes/{id}", {
  input: { id: Uuid },
  output: EmailTheme
})

/** Replaces the source of a theme. The platform stores the source only if it renders. */
export const update = endpoint("admin", "emailThemes.update", "PATCH /internal/email-themes/{id}", {
  input: { id: Uuid, tsxSource: Schema.String },
  output: wireStruct({ displayName: Schema.String }),
  errors: [EmailRenderingError],
  invalidates: ["emailThemes"]
})

/** Deletes a theme. The platform's newer SDK has this call, but every known revision rejects it (405). */
const remove = endpoint("admin", "emailThemes.delete", "DELETE /internal/email-themes/{id}", {
  since: "2026-04",
  input: { id: Uuid },
  output: Empty,
  invalidates: ["emailThemes"]
})

export { remove as delete }
