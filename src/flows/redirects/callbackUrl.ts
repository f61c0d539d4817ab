/** Callback URLs of emails and providers. docs/protocol.md §23.4. */
import * as Effect from "effect/Effect"
import { Navigation, TrustedOrigins, Urls } from "../../../layers/browser/index.ts"
import { parseUrl } from "../../../schemas/address.ts"
import type { CallError } from "../../../schemas/errors/CallError.ts"
import { invalidInput } from "../../errors/index.ts"
import { carry } from "./returnTo.ts"

/** Page that links in emails open. */
type CallbackPage = "emailVerification" | "passwordReset" | "magicLinkCallback" | "teamInvitation"

/**
 * Returns the given URL, or the page's URL on the current site with `after_auth_return_to` added. Outside of a browser
 * there is no current site: pass the URL, or configure the complete URL of the page. `argument` is the name of the
 * option in error messages.
 */
export const callbackUrl = (
  endpoint: string,
  page: CallbackPage,
  given: string | undefined,
  argument = "callbackUrl"
): Effect.Effect<string, CallError> =>
  given !== undefined ? Effect.succeed(given) : Effect.flatMap(absoluteUrl(page), (url) =>
    url === undefined
      ? Effect.fail(
        invalidInput(endpoint, argument, "Expected the URL of a page of your site, because there is no browser")
      )
      : Effect.succeed(url))

/**
 * Returns a page's complete URL without fragment, with `after_auth_return_to` added, or `undefined` if it is unknown.
 */
export const absoluteUrl = (
  page: CallbackPage | "oauthCallback" | "error"
): Effect.Effect<string | undefined> =>
  Effect.gen(function*() {
    const configured = (yield* Urls)[page]
    const here = (yield* Navigation).here()
    const url = parseUrl(configured, here?.href)
    if (url === undefined) return undefined
    if (here !== undefined && url.host === here.host) carry(here, url, yield* TrustedOrigins)
    // not `url.hash = ""`: the parts of React Native's `URL` are read-only
    return url.href.split("#", 1)[0]
  })
