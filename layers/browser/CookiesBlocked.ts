import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * The sign-in was not sent, because the session is stored in a cookie and this browser stores no cookies for this page.
 * The session would end with the next page load. A client with the token store `"memory"` can still sign in, until its
 * page is closed.
 *
 * @cause The user blocks cookies, or the page is in a frame of another site.
 * @fix Ask the user to allow cookies, or open the page in its own window.
 * @fix If the page is meant for frames, use the token store `"memory"`.
 */
export class CookiesBlocked extends TaggedError("CookiesBlocked")<{}> {
  override get message(): string {
    return "Signing in needs a cookie, and this browser stores none for this page. "
      + "Allow cookies, or open the page in a window of its own."
  }
}
