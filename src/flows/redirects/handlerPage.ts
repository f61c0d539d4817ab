/** Which page an address below the handler is. docs/protocol.md §23.3, §23.2. */
import type { Urls } from "../../../layers/browser/index.ts"
import { withoutTrailingSlashes } from "../../../schemas/address.ts"

/** The pages below the handler, by the name in their address. */
const pages = {
  "sign-in": "signIn",
  "sign-up": "signUp",
  "sign-out": "signOut",
  "email-verification": "emailVerification",
  "password-reset": "passwordReset",
  "forgot-password": "forgotPassword",
  "oauth-callback": "oauthCallback",
  "magic-link-callback": "magicLinkCallback",
  "account-settings": "accountSettings",
  "error": "error",
  "team-invitation": "teamInvitation",
  "mfa": "mfa",
  "onboarding": "onboarding",
  "cli-auth-confirm": "cliAuthConfirm"
} as const satisfies { readonly [name: string]: keyof Urls }

/** A page that the handler shows. */
export type HandlerPage = (typeof pages)[keyof typeof pages]

/**
 * What an address is.
 *
 * - `Page`: one to show.
 * - `Moved`: another name of a page, or a page that the program has elsewhere. `href` is where it is, with the query.
 * - `NotFound`: nothing of the handler's.
 */
export type HandlerPageResult =
  | { readonly _tag: "Page"; readonly page: HandlerPage }
  | { readonly _tag: "Moved"; readonly href: string }
  | { readonly _tag: "NotFound" }

const notFound: HandlerPageResult = { _tag: "NotFound" }

/** These are shown below the handler wherever the program has its own. */
const stay: ReadonlyArray<HandlerPage> = ["accountSettings", "error", "cliAuthConfirm"]

/** What the address is to a program whose pages are where `urls` says. */
export const resolveHandlerPage = (address: URL, urls: Urls): HandlerPageResult => {
  const base = new URL(`${urls.handler}/`, address)
  if (address.origin !== base.origin || !address.pathname.startsWith(base.pathname)) return notFound
  const written = withoutTrailingSlashes(address.pathname.slice(base.pathname.length))
  const name = nameOf(written)
  if (name === undefined) return notFound
  const page = pages[name]
  const configured = new URL(urls[page], address)
  const isElsewhere = configured.origin !== base.origin || !configured.pathname.startsWith(base.pathname)
  if (isElsewhere && !stay.includes(page)) return moved(configured, address)
  return written === name ? { _tag: "Page", page } : moved(new URL(name, base), address)
}

/** Dashes and capitals make no difference. */
const nameOf = (written: string): keyof typeof pages | undefined => {
  const plain = written.replaceAll("-", "").toLowerCase()
  const meant = plain === "login" ? "signin" : plain === "register" ? "signup" : plain
  return (Object.keys(pages) as Array<keyof typeof pages>).find((name) => name.replaceAll("-", "") === meant)
}

const moved = (to: URL, { hash, origin, search }: URL): HandlerPageResult => {
  const query = new URLSearchParams(search)
  for (const [name, value] of query) to.searchParams.append(name, value)
  if (to.hash === "") to.hash = hash
  return { _tag: "Moved", href: to.origin === origin ? to.pathname + to.search + to.hash : to.href }
}
