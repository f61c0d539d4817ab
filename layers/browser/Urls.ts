/** The pages that the library sends people to. docs/protocol.md §23.1. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { parseUrl, withoutTrailingSlashes } from "../../schemas/address.ts"
import { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { TrustedOrigins } from "./trustedUrl.ts"

/** What moves more than one page. */
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
    cliAuthConfirm: `${base}/cli-auth-confirm`
  }
}

/** Where each page is: a path of the site people are on, or a whole URL. */
export type Urls = { readonly [Page in keyof ReturnType<typeof defaultsOf>]: string }

/**
 * The pages that are not where they usually are. `handler` moves all that lie below it, `home` those after signing in
 * and out, `afterSignIn` also the one after signing up. What is left out or `undefined` stays.
 */
export type UrlOptions = { readonly [Page in keyof Urls]?: string | undefined }

/** What is moved. Small, for it is in every client's bundle; where the pages then are is worked out by who goes there. */
const Moved = Context.Reference<UrlOptions>("latchkey/setting/Urls", { defaultValue: () => ({}) })

const resolved = (moved: UrlOptions): Urls => {
  const urls: Record<string, string> = defaultsOf(moved)
  for (const [page, url] of Object.entries(moved)) {
    if (url !== undefined && page !== "handler" && Object.hasOwn(urls, page)) urls[page] = url
  }
  return urls as Urls
}

/** The pages in force. */
export const Urls: Effect.Effect<Urls> = Effect.map(Moved, resolved)

/** Where all pages are when some are moved. Fails for what nobody can be sent to. */
export const urlsOf = (options: UrlOptions): Effect.Effect<Urls, InvalidConfiguration> =>
  Effect.map(checked(options), resolved)

/** A path, or a URL of the web without user and password. */
const isPage = (url: unknown): url is string =>
  typeof url === "string" && /^(?:\/(?![/\\])|https?:\/\/[^/\\@]+(?:[/?#]|$))/i.test(url) &&
  parseUrl(url, "https://a") !== undefined

const checked = (options: UrlOptions): Effect.Effect<UrlOptions, InvalidConfiguration> => {
  const wrong = Object.entries(options).find(([, url]) => url !== undefined && !isPage(url))
  return wrong === undefined
    ? Effect.succeed(options)
    : refused(
      `urls.${wrong[0]}`,
      "is neither a path of this site nor a URL of the web",
      "/sign-in\" or \"https://accounts.example.com/sign-in"
    )
}

const refused = (setting: string, problem: string, example: string) =>
  Effect.fail(new InvalidConfiguration({ setting, problem, next: `Write it like "${example}".` }))

/** What a program says of its pages. */
export interface PageOptions {
  readonly urls?: UrlOptions | undefined
  /** Origins besides the site's own that people may be sent to after signing in, such as `https://docs.example.com`. */
  readonly trustedOrigins?: ReadonlyArray<string> | undefined
}

/** Puts the pages of a program in force. */
export const layerUrls = ({ trustedOrigins, urls }: PageOptions): Layer.Layer<never, InvalidConfiguration> =>
  Layer.merge(
    urls === undefined ? Layer.empty : Layer.effect(Moved, checked(urls)),
    trustedOrigins === undefined ? Layer.empty : Layer.effect(TrustedOrigins, originsOf(trustedOrigins))
  )

const originsOf = (given: ReadonlyArray<string>) => {
  const urls = given.map((each) => isPage(each) ? parseUrl(withoutTrailingSlashes(each)) : undefined)
  return urls.every((url) => url !== undefined && url.href === `${url.origin}/`)
    ? Effect.succeed(urls.map((url) => url!.origin))
    : refused("trustedOrigins", "holds something that is no origin", "https://docs.example.com")
}
