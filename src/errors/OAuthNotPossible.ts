import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * The redirect to the provider was not started, because the sign-in could not be completed here.
 *
 * - `NoBrowser`: the program runs on a server, or without a page.
 * - `InsecureContext`: the page was loaded over plain HTTP from another machine, where browsers provide no
 * cryptography.
 * - `CookiesBlocked`: the browser doesn't store the cookie that the callback requires.
 *
 * @cause The flow is called while a page is rendered on the server.
 * @cause A phone opens the development server at the computer's address, without HTTPS.
 * @cause The page is in a frame of another site.
 * @fix Start the sign-in from a click, on a page that was loaded over HTTPS or from localhost, outside of frames.
 */
export class OAuthNotPossible extends TaggedError("OAuthNotPossible")<{
  readonly reason: "NoBrowser" | "InsecureContext" | "CookiesBlocked"
}> {
  override get message(): string {
    return sentences[this.reason]
  }
}

const sentences: { readonly [Reason in OAuthNotPossible["reason"]]: string } = {
  NoBrowser: "Signing in at a provider needs a browser, and there is none here. Call this from a page of your site.",
  InsecureContext: "Signing in at a provider needs a page that was loaded over HTTPS or from localhost.",
  CookiesBlocked: "Signing in at a provider needs a cookie, and this browser stores none for this page. "
    + "Allow cookies, or open the page in a window of its own."
}
