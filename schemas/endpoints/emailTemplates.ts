/** Templates of a project's emails. docs/platform.md §15. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { EmailTemplate } from "../entities/EmailTemplate.ts"
import { EmailThemeChoice } from "../entities/EmailTheme.ts"
import { Empty } from "../entities/responses.ts"
import {
  EmailRenderingError,
  EmailTemplateAlreadyExists,
  RequiresCustomEmailServer,
  TemplateSourceRewriteError
} from "../errors/emails.ts"
import { Uuid } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** Lists the project's templates with their sources, built-in templates first. */
export const list = endpoint("admin", "emailTemplates.list", "GET /internal/email-templates", {
  output: wireStruct({ templates: Schema.Array(EmailTemplate) })
})

/**
 * Creates a template with a default source. The name cannot be changed later. In later revisions, the project needs its
 * own mail server.
 */
export const create = endpoint("admin", "emailTemplates.create", "POST /internal/email-templates", {
  input: { displayName: Schema.String },
  output: wireStruct({ id: Schema.String }),
  errors: [RequiresCustomEmailServer, EmailTemplateAlreadyExists],
  invalidates: ["emailTemplates"]
})

/**
 * Replaces the source of a template, and returns the email rendered with the project's theme.
 *
 * The platform stores the source only if it renders and exports a subject and a notification category. The project
 * needs its own mail server. Revision 2025-08 accepts a theme here, but not `false` or `null`, so a theme cannot be
 * removed.
 */
export const update = endpoint("admin", "emailTemplates.update", "PATCH /internal/email-templates/{template_id}", {
  input: { templateId: Uuid, tsxSource: Schema.String, themeId: Schema.optional(EmailThemeChoice) },
  output: wireStruct({ renderedHtml: Schema.String }),
  errors: [RequiresCustomEmailServer, EmailRenderingError],
  invalidates: ["emailTemplates"]
})

/** Deletes a template. The project needs its own mail server. Since revision 2026-04. */
const remove = endpoint("admin", "emailTemplates.delete", "DELETE /internal/email-templates/{template_id}", {
  since: "2026-04",
  input: { templateId: Uuid },
  output: Empty,
  errors: [RequiresCustomEmailServer],
  invalidates: ["emailTemplates"]
})

export { remove as delete }

/** Rewrites the source of a template with an AI model, and stores nothing. Since revision 2026-04. */
export const rewriteSource = endpoint(
  "admin",
  "emailTemplates.rewriteSource",
  "POST /internal/rewrite-template-source",
  {
    since: "2026-04",
    input: { templateTsxSource: Schema.String },
    output: wireStruct({ tsxSource: Schema.String }),
    errors: [TemplateSourceRewriteError]
  }
)
