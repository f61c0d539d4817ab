/**
 * Redirects to the pages of `Urls`, using `Navigation`. On a server, or with the redirect method `none`, nothing
 * happens. Otherwise each flow returns after 2 seconds, by which time the page is normally unloaded. docs/protocol.md
 * §23.3.
 */
import * as Effect from "effect/Effect"
import { Navigation, TrustedOrigins, Urls } from "../../../layers/browser/index.ts"
import { go } from "./departure.ts"
import { carry, carryOrAdd, returnToOf } from "./returnTo.ts"
import { trustedRedirect } from "./trustedRedirect.ts"

/** Options for a redirect. */
export interface RedirectOptions {
  /** Whether to replace the current history entry. @default false */
  readonly replace?: boolean | undefined
  /** Whether to ignore `after_auth_return_to` and not return to this page. @default false */
  readonly noRedirectBack?: boolean | undefined
}

/** A page to redirect to. */
export type Page = Exclude<keyof Urls, "handler">

/** Pages that return to the page that redirected to them. */
const returning: ReadonlyArray<Page> = ["signIn", "signUp", "onboarding", "confirm"]

/** Pages during a sign-in, which pass `after_auth_return_to` on. */
const returnToCarriers: ReadonlyArray<Page> = [
  ...returning,
  "forgotPassword",
  "passwordReset",
  "emailVerification",
  "magicLinkCallback",
  "mfa"
]

/** Pages that no redirect returns to. */
const transitPages: ReadonlyArray<Page> = [...returnToCarriers, "signOut", "oauthCallback", "error"]

/**
 * Returns the URL of a redirect from the current page, for links: a path, with the page to return to in its query. For
 * `afterSignIn` and `afterSignUp`, fails with `RedirectNotTrusted` if the page to return to is untrusted.
 */
export const hrefOf = Effect.fn("redirectTo.hrefOf")(function*(
  page: Page,
  options?: Pick<RedirectOptions, "noRedirectBack">
) {
  return yield* page === "afterSignIn" || page === "afterSignUp" ? returnHref(page, options) : pageHref(page, options)
})

const returnHref = (page: "afterSignIn" | "afterSignUp", options: Pick<RedirectOptions, "noRedirectBack"> = {}) =>
  Effect.gen(function*() {
    const returnTo = options.noRedirectBack === true ? undefined : returnToOf((yield* Navigation).here())
    return returnTo === undefined ? (yield* Urls)[page] : yield* trustedRedirect(returnTo)
  })

const pageHref = (page: Page, options: Pick<RedirectOptions, "noRedirectBack"> = {}) =>
  Effect.gen(function*() {
    const urls = yield* Urls
    const here = (yield* Navigation).here()
    if (here === undefined || options.noRedirectBack === true || !returnToCarriers.includes(page)) return urls[page]
    const url = new URL(urls[page], here)
    if (url.protocol !== here.protocol || url.host !== here.host) return urls[page]
    const origins = yield* TrustedOrigins
    if (returning.includes(page)) {
      const isPassing = transitPages.some((each) => isSamePage(here, new URL(urls[each], here)))
      carryOrAdd(here, url, origins, !isPassing)
    } else {
      carry(here, url, origins)
    }
    return url.pathname + url.search + url.hash
  })

const isSamePage = (a: URL, b: URL): boolean => a.origin === b.origin && a.pathname === b.pathname

/**
 * Redirects to a URL from an external source: a path of the site, or a URL on the site or on one of the
 * `trustedOrigins`. Fails with `RedirectNotTrusted` for any other URL.
 */
export const url = Effect.fn("redirectTo.url")(function*(url: string, options?: Pick<RedirectOptions, "replace">) {
  yield* go(yield* trustedRedirect(url), options)
})

/** Creates a redirect to a configured page. */
const to = (page: Exclude<Page, "afterSignIn" | "afterSignUp">) =>
  Effect.fn(`redirectTo.${page}`)(function*(options?: RedirectOptions) {
    yield* go(yield* pageHref(page, options), options)
  })

/** Creates a redirect to `after_auth_return_to`, or to the page if there is no such parameter. */
const toReturn = (page: "afterSignIn" | "afterSignUp") =>
  Effect.fn(`redirectTo.${page}`)(function*(options?: RedirectOptions) {
    yield* go(yield* returnHref(page, options), options)
  })

/** Redirects to the sign-in page, which returns to this page. */
export const signIn = to("signIn")

/** Redirects to the sign-up page, which returns to this page. */
export const signUp = to("signUp")

/** Redirects to the sign-out page. */
export const signOut = to("signOut")

/**
 * Redirects to `after_auth_return_to` of this page, or to the page after signing in. Fails with `RedirectNotTrusted` if
 * the parameter is untrusted.
 */
export const afterSignIn = toReturn("afterSignIn")

/**
 * Redirects to `after_auth_return_to` of this page, or to the page after signing up. Fails with `RedirectNotTrusted` if
 * the parameter is untrusted.
 */
export const afterSignUp = toReturn("afterSignUp")

/** Redirects to the page after signing out. */
export const afterSignOut = to("afterSignOut")

/** Redirects to the home page. */
export const home = to("home")

/** Redirects to the page that verification links open. */
export const emailVerification = to("emailVerification")

/** Redirects to the page that password reset links open. */
export const passwordReset = to("passwordReset")

/** Redirects to the page that requests a password reset. */
export const forgotPassword = to("forgotPassword")

/** Redirects to the page that providers redirect back to. */
export const oauthCallback = to("oauthCallback")

/** Redirects to the page that sign-in links open. */
export const magicLinkCallback = to("magicLinkCallback")

/** Redirects to the account settings. */
export const accountSettings = to("accountSettings")

/** Redirects to the error page. */
export const error = to("error")

/** Redirects to the page that team invitations open. */
export const teamInvitation = to("teamInvitation")

/** Redirects to the MFA page. */
export const mfa = to("mfa")

/** Redirects to the `onboarding` page, which helps restricted users to continue and then returns to this page. */
export const onboarding = to("onboarding")

/**
 * Redirects to the page that lets the user confirm who they are by signing in again, and then returns to this page. Use
 * it when your API refuses a request with `NotFresh`.
 */
export const confirm = to("confirm")

/** Redirects to the page that confirms a CLI login. */
export const cliAuthConfirm = to("cliAuthConfirm")
