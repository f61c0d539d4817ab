/** Messages to the model that edits themes and templates. The newest revisions of the platform only. */
import * as Schema from "effect/Schema"
import { KnownError } from "../KnownError.ts"

/**
 * The message has more pictures than `maxImages`. The newest revisions of the platform only.
 *
 * @cause Pictures of earlier messages are sent along.
 * @fix Leave some out.
 */
export class TooManyImageAttachments extends KnownError("TooManyImageAttachments", {
  code: "TOO_MANY_IMAGE_ATTACHMENTS",
  status: 400,
  details: { maxImages: Schema.Int },
  message: ({ maxImages }) =>
    `A message can have ${maxImages === undefined ? "only a few" : `at most ${maxImages}`} pictures. Leave some out.`
}) {}

/**
 * A picture of the message has `actualBytes` where `maxBytes` are allowed. The newest revisions of the platform only.
 *
 * @cause The picture comes from a camera or a large screen.
 * @fix Make the picture smaller before it is sent.
 */
export class ImageAttachmentTooLarge extends KnownError("ImageAttachmentTooLarge", {
  code: "IMAGE_ATTACHMENT_TOO_LARGE",
  status: 400,
  details: { maxBytes: Schema.Int, actualBytes: Schema.Int },
  message: ({ maxBytes }) =>
    `A picture can have ${maxBytes === undefined ? "no more than a few megabytes" : `at most ${maxBytes} bytes`}. `
    + "Send a smaller one."
}) {}
