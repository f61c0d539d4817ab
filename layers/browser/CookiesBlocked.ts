import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * Nobody was signed in, and nothing was sent: the session is to be kept in a cookie, and this browser keeps none for
 * this page. It would end with the next full load of a page. A client with the token store `"memory"` signs in all the
 * same, for as long as its page is open.
 *
 * @cause The person blocks cookies, or the page is in a frame of another site.
 * @fix Ask the person to allow cookies, or open the page in a window of its own.
 * @fix Where a page is meant for frames, use the token store `"memory"`.
 */
export class CookiesBlocked extends TaggedError("CookiesBlocked")<{}> {
  override get message(): string {
    return "Signing in needs a cookie, and this browser keeps none for this page. "
      + "Allow cookies, or open the page in a window of its own."
  }
}
