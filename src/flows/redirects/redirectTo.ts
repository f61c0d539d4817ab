/**
 * Sends people to the pages of `Urls` in the way of `Navigation`. On a server, or with the redirect method `none`,
 * nobody goes anywhere. Otherwise each flow goes on after 2 seconds, when the page is normally gone.
 * docs/protocol.md §23.3.
 */
import * as Effect from "effect/Effect"
import { Navigation, TrustedOrigins, Urls } from "../../../layers/browser/index.ts"
import { carry, carryOrAdd, returnToOf } from "./returnTo.ts"
import { trustedRedirect } from "./trustedRedirect.ts"

/** How to go. */
export interface RedirectOptions {
  /** The page left behind is not one that "back" leads to. @default false */
  readonly replace?: boolean | undefined
  /** Neither looks at where the person was going, nor lets them come back here. @default false */
  readonly noRedirectBack?: boolean | undefined
}

/** A page that people are sent to. */
export type Page = Exclude<keyof Urls, "handler">

/** Those whom a page sends away because it takes a user come back to it afterwards. */
const returning: ReadonlyArray<Page> = ["signIn", "signUp", "onboarding"]

/** Pages on the way to being signed in hand on where the person was going. */
const returnToCarriers: ReadonlyArray<Page> = [
  ...returning,
  "forgotPassword",
  "passwordReset",
  "emailVerification",
  "magicLinkCallback",
  "mfa"
]

/** Nobody wants to come back to these. */
const transitPages: ReadonlyArray<Page> = [...returnToCarriers, "signOut", "oauthCallback", "error"]

/**
 * Where the redirect to a page leads from the page people are on, for links: a path with the query of where to return
 * to. Fails with `RedirectNotTrusted` when that is not trusted: for `afterSignIn` and `afterSignUp` only.
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

const go = (url: string, options: RedirectOptions | undefined) =>
  Navigation.use((navigation) => navigation.go(url, { replace: options?.replace === true }))

/**
 * Goes to a URL that came from elsewhere: a path of the site, or a URL on it or on one of the `trustedOrigins`. Fails
 * with `RedirectNotTrusted` for any other.
 */
export const url = Effect.fn("redirectTo.url")(function*(url: string, options?: Pick<RedirectOptions, "replace">) {
  yield* go(yield* trustedRedirect(url), options)
})

/** A redirect to a page that the program itself says where it is. */
const to = (page: Exclude<Page, "afterSignIn" | "afterSignUp">) =>
  Effect.fn(`redirectTo.${page}`)(function*(options?: RedirectOptions) {
    yield* go(yield* pageHref(page, options), options)
  })

/** A redirect to where the person was going, otherwise to the page. */
const toReturn = (page: "afterSignIn" | "afterSignUp") =>
  Effect.fn(`redirectTo.${page}`)(function*(options?: RedirectOptions) {
    yield* go(yield* returnHref(page, options), options)
  })

/** Goes to the sign-in page, which sends people back to this one. */
export const signIn = to("signIn")

/** Goes to the sign-up page, which sends people back to this one. */
export const signUp = to("signUp")

/** Goes to the page that signs people out. */
export const signOut = to("signOut")

/**
 * Goes to `after_auth_return_to` of this page, otherwise to the page after signing in. Fails with `RedirectNotTrusted`
 * when the parameter leads away from the site.
 */
export const afterSignIn = toReturn("afterSignIn")

/** The same for people who have just signed up. */
export const afterSignUp = toReturn("afterSignUp")

/** Goes to the page after signing out. */
export const afterSignOut = to("afterSignOut")

/** Goes to the home page. */
export const home = to("home")

/** Goes to the page that mailed verification links lead to. */
export const emailVerification = to("emailVerification")

/** Goes to the page that mailed password links lead to. */
export const passwordReset = to("passwordReset")

/** Goes to the page that mails a link for a new password. */
export const forgotPassword = to("forgotPassword")

/** Goes to the page that providers send people back to. */
export const oauthCallback = to("oauthCallback")

/** Goes to the page that mailed sign-in links lead to. */
export const magicLinkCallback = to("magicLinkCallback")

/** Goes to the account settings. */
export const accountSettings = to("accountSettings")

/** Goes to the error page. */
export const error = to("error")

/** Goes to the page that mailed invitations lead to. */
export const teamInvitation = to("teamInvitation")

/** Goes to the page that asks for the second factor. */
export const mfa = to("mfa")

/** Goes to the page that says what a restricted user can do about it, and which sends people back to this one. */
export const onboarding = to("onboarding")

/** Goes to the page that confirms the sign-in of a command line. */
export const cliAuthConfirm = to("cliAuthConfirm")
