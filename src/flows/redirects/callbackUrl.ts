/** The address that a link in a mail, or a provider, leads to. docs/protocol.md §23.4. */
import * as Effect from "effect/Effect"
import { Navigation, TrustedOrigins, Urls } from "../../../layers/browser/index.ts"
import { parseUrl } from "../../../schemas/address.ts"
import type { CallError } from "../../../schemas/errors/CallError.ts"
import { invalidInput } from "../../errors/index.ts"
import { carry } from "./returnTo.ts"

/** A page that links lead to. */
type CallbackPage = "emailVerification" | "passwordReset" | "magicLinkCallback" | "teamInvitation"

/**
 * The given address, or the page's on the site people are on, with `after_auth_return_to` carried along. Outside a
 * browser there is no such site: give the address, or configure the whole URL of the page. `argument` is what the caller
 * knows the address by.
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
        invalidInput(endpoint, argument, "Expected the address of a page of yours; there is no browser")
      )
      : Effect.succeed(url))

/** A page's whole URL without fragment, with `after_auth_return_to` carried along; `undefined` where nothing tells it. */
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
