import { TaggedError } from "../../../schemas/TaggedError.ts"

/**
 * The browser can't read the file as a picture. No request was sent.
 *
 * @cause The file is not a picture, or the browser doesn't support its format.
 * @fix Choose a PNG, JPEG or WebP file.
 */
export class PictureNotReadable extends TaggedError("PictureNotReadable")<{}> {
  override get message(): string {
    return "The browser can't read this file as a picture. Choose a PNG, JPEG or WebP file."
  }
}
