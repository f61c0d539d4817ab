/** Mail: templates and how they are rendered, the mail server, sending capacity, the outbox. */
import * as Schema from "effect/Schema"
import { KnownError } from "../KnownError.ts"
import { at, because } from "./words.ts"

/**
 * The source of a template could not be rewritten; `details.error` is the compiler's complaint. Later than the 2025-08
 * release.
 *
 * @cause The source does not compile.
 * @fix Correct what `details.error` names, and try again.
 */
export class TemplateSourceRewriteError extends KnownError("TemplateSourceRewriteError", {
  code: "TEMPLATE_SOURCE_REWRITE_ERROR",
  status: 400,
  details: { error: Schema.String },
  message: ({ error }) => `The template's source could not be rewritten${because(error)} Correct it and try again.`
}) {}

/**
 * The boost of the sending capacity is still on until `expiresAt`. Later than the 2025-08 release.
 *
 * @cause Somebody asked for it before.
 * @fix Ask again after `expiresAt`.
 */
export class EmailCapacityBoostAlreadyActive extends KnownError("EmailCapacityBoostAlreadyActive", {
  code: "EMAIL_CAPACITY_BOOST_ALREADY_ACTIVE",
  status: 409,
  details: { expiresAt: Schema.DateFromString },
  message: ({ expiresAt }) =>
    `The sending capacity is already boosted${expiresAt ? `; the boost ends${at(expiresAt)}` : ""}. ` +
    "Ask for another one after it has ended."
}) {}

/**
 * The mail has come too far to be changed; `status` says how far. Later than the 2025-08 release.
 *
 * @cause The mail is being sent, or was sent.
 * @fix Send a new one instead.
 */
export class EmailNotEditable extends KnownError("EmailNotEditable", {
  code: "EMAIL_NOT_EDITABLE",
  status: 400,
  details: { emailId: Schema.String, status: Schema.String },
  message: ({ status }) =>
    `This mail can no longer be changed${status ? `, because its state is "${status}"` : ""}. Send a new one instead.`
}) {}

/**
 * The template was made before. The revisions known do not send it.
 *
 * @cause A script creates it twice.
 * @fix Change the template that is there.
 */
export class EmailTemplateAlreadyExists extends KnownError("EmailTemplateAlreadyExists", {
  code: "EMAIL_TEMPLATE_ALREADY_EXISTS",
  status: 409,
  message: "There is already an e-mail template of this kind. Change that one instead."
}) {}

/**
 * A mail, its theme or its template could not be rendered; `details.error` is the compiler's complaint.
 *
 * @cause The source does not compile, or imports a module that mails cannot use.
 * @cause The template throws for these variables.
 * @fix Correct what `details.error` names, and render it again.
 */
export class EmailRenderingError extends KnownError("EmailRenderingError", {
  code: "EMAIL_RENDERING_ERROR",
  status: 400,
  details: { error: Schema.String },
  message: ({ error }) => `The mail could not be rendered${because(error)} Correct the template or theme and try again.`
}) {}

/**
 * The project still sends through the platform's shared mail server, which does not do this.
 *
 * @cause The project has no mail server of its own, and sends mails or changes templates.
 * @fix Enter a mail server in the project's e-mail settings.
 */
export class RequiresCustomEmailServer extends KnownError("RequiresCustomEmailServer", {
  code: "REQUIRES_CUSTOM_EMAIL_SERVER",
  status: 400,
  message: "This needs a mail server of your own. Enter it in the project's e-mail settings, then try again."
}) {}
