/** Image limits of the AI chat that edits email themes and templates. Not in the 2026-04 revision. */
import * as Schema from "effect/Schema"
import { KnownError } from "../KnownError.ts"

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
