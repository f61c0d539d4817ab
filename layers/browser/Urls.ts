/** The pages that the library redirects to. docs/protocol.md §23.1. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { parseUrl, withoutTrailingSlashes } from "../../schemas/address.ts"
import { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { TrustedOrigins } from "./trustedUrl.ts"

/** Options that change the addresses of several pages. */
interface Anchors {
  readonly handler?: string | undefined
  readonly home?: string | undefined
  readonly afterSignIn?: string | undefined
}

const defaultsOf = ({ afterSignIn, handler, home = "/" }: Anchors) => {
  const base = withoutTrailingSlashes(handler ?? "/handler")
  return {
    handler: base,
    home,
    signIn: `${base}/sign-in`,
    signUp: `${base}/sign-up`,
    signOut: `${base}/sign-out`,
    afterSignIn: home,
    afterSignUp: afterSignIn ?? home,
    afterSignOut: home,
    emailVerification: `${base}/email-verification`,
    passwordReset: `${base}/password-reset`,
    forgotPassword: `${base}/forgot-password`,
    oauthCallback: `${base}/oauth-callback`,
    magicLinkCallback: `${base}/magic-link-callback`,
    accountSettings: `${base}/account-settings`,
    error: `${base}/error`,
    teamInvitation: `${base}/team-invitation`,
    mfa: `${base}/mfa`,
    onboarding: `${base}/onboarding`,
    confirm: `${base}/confirm`,
    cliAuthConfirm: `${base}/cli-auth-confirm`,
    agentAuthConfirm: `${base}/agent-auth-confirm`
  }
}

/** Address of each page: a path of the current site, or a whole URL. */
export type Urls = { readonly [Page in keyof ReturnType<typeof defaultsOf>]: string }

/**
 * Addresses of pages that differ from the defaults. `handler` also changes all pages below it, `home` the pages after
 * sign-in and sign-out, and `afterSignIn` the page after sign-up. Pages that are left out or `undefined` keep their
 * defaults.
 */
export type UrlOptions = { readonly [Page in keyof Urls]?: string | undefined }

/**
 * Addresses that the program sets. Default addresses are computed on use, to keep this module small: it is in every
 * client's bundle.
 */
export const Moved = Context.Reference<UrlOptions>("latchkey/setting/Urls", { defaultValue: () => ({}) })

const resolved = (moved: UrlOptions): Urls => {
  const urls: Record<string, string> = defaultsOf(moved)
  for (const [page, url] of Object.entries(moved)) {
    if (url !== undefined && page !== "handler" && Object.hasOwn(urls, page)) urls[page] = url
  }
  return urls as Urls
}

/** Addresses of all pages. */
export const Urls: Effect.Effect<Urls> = Effect.map(Moved, resolved)

/** Computes the addresses of all pages. Fails for addresses that redirects can't use. */
export const make = (options: UrlOptions): Effect.Effect<Urls, InvalidConfiguration> =>
  Effect.map(checked(options), resolved)

/** Whether a value is a path, or an HTTP URL without user and password. */
const isPage = (url: unknown): url is string =>
  typeof url === "string" && /^(?:\/(?![/\\])|https?:\/\/[^/\\@]+(?:[/?#]|$))/i.test(url) &&
  parseUrl(url, "https://a") !== undefined

const checked = (options: UrlOptions): Effect.Effect<UrlOptions, InvalidConfiguration> => {
  const wrong = Object.entries(options).find(([, url]) => url !== undefined && !isPage(url))
  return wrong === undefined
    ? Effect.succeed(options)
    : refused(
      `urls.${wrong[0]}`,
      "is neither a path of this site nor an HTTP URL",
      "/sign-in\" or \"https://accounts.example.com/sign-in"
    )
}

const refused = (setting: string, problem: string, example: string) =>
  Effect.fail(new InvalidConfiguration({ setting, problem, next: `Write it like "${example}".` }))

/** Options for pages and redirects. */
export interface PageOptions {
  readonly urls?: UrlOptions | undefined
  /** Other origins that redirects may go to after sign-in, such as `https://docs.example.com`. */
  readonly trustedOrigins?: ReadonlyArray<string> | undefined
}

/** Sets the pages of a program. */
export const layer = ({ trustedOrigins, urls }: PageOptions): Layer.Layer<never, InvalidConfiguration> =>
  Layer.merge(
    urls === undefined ? Layer.empty : Layer.effect(Moved, checked(urls)),
    trustedOrigins === undefined ? Layer.empty : Layer.effect(TrustedOrigins, originsOf(trustedOrigins))
  )

const originsOf = (given: ReadonlyArray<string>) => {
  const urls = given.map((each) => isPage(each) ? parseUrl(withoutTrailingSlashes(each)) : undefined)
  return urls.every((url) => url !== undefined && url.href === `${url.origin}/`)
    ? Effect.succeed(urls.map((url) => url!.origin))
    : refused("trustedOrigins", "contains a value that isn't an origin", "https://docs.example.com")
}
