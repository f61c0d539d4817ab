/** Emails: templates, the AI chat that edits them, their rendering, the mail server, sending capacity and the outbox. */
import * as Schema from "effect/Schema"
import { KnownError } from "../KnownError.ts"
import { at, because } from "./words.ts"

/**
 * The source of a template could not be rewritten; `details.error` has the compiler's message. Not in the 2025-08
 * release.
 *
 * @cause The source does not compile.
 * @fix Correct the source as `details.error` describes.
 */
export class TemplateSourceRewriteError extends KnownError("TemplateSourceRewriteError", {
  code: "TEMPLATE_SOURCE_REWRITE_ERROR",
  status: 400,
  details: { error: Schema.String },
  message: ({ error }) => `The template's source could not be rewritten${because(error)} Correct it and try again.`
}) {}

/**
 * The sending capacity is already boosted until `expiresAt`. Not in the 2025-08 release.
 *
 * @cause A boost was requested before.
 * @fix Request another boost after `expiresAt`.
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
 * The email can no longer be changed; `status` has its current state. Not in the 2025-08 release.
 *
 * @cause The email is being sent, or was sent.
 * @fix Send a new email instead.
 */
export class EmailNotEditable extends KnownError("EmailNotEditable", {
  code: "EMAIL_NOT_EDITABLE",
  status: 400,
  details: { emailId: Schema.String, status: Schema.String },
  message: ({ status }) =>
    `This email can no longer be changed${status ? `, because its state is "${status}"` : ""}. Send a new one instead.`
}) {}

/**
 * The template already exists. No known revision sends this error.
 *
 * @cause A script creates the template twice.
 * @fix Change the existing template.
 */
export class EmailTemplateAlreadyExists extends KnownError("EmailTemplateAlreadyExists", {
  code: "EMAIL_TEMPLATE_ALREADY_EXISTS",
  status: 409,
  message: "There is already an email template of this kind. Change that one instead."
}) {}

/**
 * An email, its theme or its template could not be rendered; `details.error` has the compiler's message.
 *
 * @cause The source does not compile, or imports a module that emails cannot use.
 * @cause The template throws with these variables.
 * @fix Correct what `details.error` describes, and render again.
 */
export class EmailRenderingError extends KnownError("EmailRenderingError", {
  code: "EMAIL_RENDERING_ERROR",
  status: 400,
  details: { error: Schema.String },
  message: ({ error }) =>
    `The email could not be rendered${because(error)} Correct the template or theme and try again.`
}) {}

/**
 * This action needs a custom mail server, but the project still uses the platform's shared one.
 *
 * @cause The project has no mail server of its own, and tries to send emails or change templates.
 * @fix Enter a mail server in the project's email settings.
 */
export class RequiresCustomEmailServer extends KnownError("RequiresCustomEmailServer", {
  code: "REQUIRES_CUSTOM_EMAIL_SERVER",
  status: 400,
  message: "This needs a mail server of your own. Enter it in the project's email settings, then try again."
}) {}

/**
 * The message has more than `maxImages` images. Not in the 2026-04 revision.
 *
 * @cause Images of earlier messages are sent again with each new message.
 * @fix Send fewer images.
 */
export class TooManyImageAttachments extends KnownError("TooManyImageAttachments", {
  code: "TOO_MANY_IMAGE_ATTACHMENTS",
  status: 400,
  details: { maxImages: Schema.Int },
  message: ({ maxImages }) =>
    `A message can have ${maxImages === undefined ? "only a few" : `at most ${maxImages}`} images. Remove some of them.`
}) {}

/**
 * An image of the message has `actualBytes` bytes, more than `maxBytes`. Not in the 2026-04 revision.
 *
 * @cause The image comes straight from a camera or a large screen.
 * @fix Resize the image before sending it.
 */
export class ImageAttachmentTooLarge extends KnownError("ImageAttachmentTooLarge", {
  code: "IMAGE_ATTACHMENT_TOO_LARGE",
  status: 400,
  details: { maxBytes: Schema.Int, actualBytes: Schema.Int },
  message: ({ maxBytes }) =>
    `The image is too large${maxBytes === undefined ? "" : `: ${maxBytes} bytes are allowed`}. Send a smaller one.`
}) {}
