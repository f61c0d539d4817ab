import { TaggedError } from "../../../schemas/TaggedError.ts"

/**
 * The file is no picture that this browser can read. Nothing was sent.
 *
 * @cause The file is of another kind, or of a format that the browser does not know.
 * @fix Ask for a PNG, JPEG or WebP file.
 */
export class PictureNotReadable extends TaggedError("PictureNotReadable")<{}> {
  override get message(): string {
    return "This file is no picture that the browser can read. Choose a PNG, JPEG or WebP file."
  }
}
