/** The templates of a project's e-mails. docs/platform.md §15. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { Empty } from "../entities/answers.ts"
import { EmailTemplate } from "../entities/EmailTemplate.ts"
import { EmailThemeChoice } from "../entities/EmailTheme.ts"
import {
  EmailRenderingError,
  EmailTemplateAlreadyExists,
  RequiresCustomEmailServer,
  TemplateSourceRewriteError
} from "../errors/emails.ts"
import { Uuid } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** The project's templates with their sources, the built-in ones first. */
export const list = endpoint("admin", "emailTemplates.list", "GET /internal/email-templates", {
  output: wireStruct({ templates: Schema.Array(EmailTemplate) })
})

/**
 * Creates a template with a source to start from. Its name is final. Later revisions of the platform want the project to
 * have a mail server of its own.
 */
export const create = endpoint("admin", "emailTemplates.create", "POST /internal/email-templates", {
  input: { displayName: Schema.String },
  output: wireStruct({ id: Schema.String }),
  errors: [RequiresCustomEmailServer, EmailTemplateAlreadyExists],
  invalidates: ["emailTemplates"]
})

/**
 * Replaces the source of a template, and answers with how it looks in the project's theme.
 *
 * It is kept only if it renders and names a subject and a notification category. The project must have a mail server of
 * its own. The 2025-08 platform takes a theme here but neither `false` nor `null`: a theme stays once it was set.
 */
export const update = endpoint("admin", "emailTemplates.update", "PATCH /internal/email-templates/{template_id}", {
  input: { templateId: Uuid, tsxSource: Schema.String, themeId: Schema.optional(EmailThemeChoice) },
  output: wireStruct({ renderedHtml: Schema.String }),
  errors: [RequiresCustomEmailServer, EmailRenderingError],
  invalidates: ["emailTemplates"]
})

/** Deletes a template. For later revisions of the platform; the project must have a mail server of its own. */
const remove = endpoint("admin", "emailTemplates.delete", "DELETE /internal/email-templates/{template_id}", {
  since: "2026-04",
  input: { templateId: Uuid },
  output: Empty,
  errors: [RequiresCustomEmailServer],
  invalidates: ["emailTemplates"]
})

export { remove as delete }

/** Has a model rewrite the source of a template; nothing is stored. For later revisions of the platform. */
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
