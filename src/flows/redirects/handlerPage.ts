/** Resolves URLs below the handler to pages. docs/protocol.md §23.3, §23.2. */
import type { Urls } from "../../../layers/browser/index.ts"
import { withoutTrailingSlashes } from "../../../schemas/address.ts"

/** Pages below the handler. The last part of their path is the name with dashes, such as `sign-in`. */
const pages = [
  "signIn",
  "signUp",
  "signOut",
  "emailVerification",
  "passwordReset",
  "forgotPassword",
  "oauthCallback",
  "magicLinkCallback",
  "accountSettings",
  "error",
  "teamInvitation",
  "mfa",
  "onboarding",
  "confirm",
  "cliAuthConfirm",
  "agentAuthConfirm"
] as const satisfies ReadonlyArray<keyof Urls>

/** A page that the handler shows. */
export type HandlerPage = (typeof pages)[number]

/**
 * Result of resolving a URL.
 *
 * - `Page`: a page to show.
 * - `Moved`: an alias of a page, or a page that is configured elsewhere. `href` is its URL, with the query.
 * - `NotFound`: not a page of the handler.
 */
export type HandlerPageResult =
  | { readonly _tag: "Page"; readonly page: HandlerPage }
  | { readonly _tag: "Moved"; readonly href: string }
  | { readonly _tag: "NotFound" }

const notFound: HandlerPageResult = { _tag: "NotFound" }

/** Pages that are always shown below the handler, even if they are configured elsewhere. */
const stay: ReadonlyArray<HandlerPage> = ["accountSettings", "error", "cliAuthConfirm", "agentAuthConfirm"]

/** Resolves a URL for a program with these page URLs. */
export const resolveHandlerPage = (address: URL, urls: Urls): HandlerPageResult => {
  const base = new URL(`${urls.handler}/`, address)
  if (address.origin !== base.origin || !address.pathname.startsWith(base.pathname)) return notFound
  const written = withoutTrailingSlashes(address.pathname.slice(base.pathname.length))
  const page = pageOf(written)
  if (page === undefined) return notFound
  const name = page.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const configured = new URL(urls[page], address)
  const isElsewhere = configured.origin !== base.origin || !configured.pathname.startsWith(base.pathname)
  if (isElsewhere && !stay.includes(page)) return moved(configured, address)
  return written === name ? { _tag: "Page", page } : moved(new URL(name, base), address)
}

/** Finds a page by its name, ignoring dashes and case. */
const pageOf = (written: string): HandlerPage | undefined => {
  const plain = written.replaceAll("-", "").toLowerCase()
  const meant = plain === "login" ? "signin" : plain === "register" ? "signup" : plain
  return pages.find((page) => page.toLowerCase() === meant)
}

const moved = (to: URL, { hash, origin, search }: URL): HandlerPageResult => {
  const query = new URLSearchParams(search)
  for (const [name, value] of query) to.searchParams.append(name, value)
  if (to.hash === "") to.hash = hash
  return { _tag: "Moved", href: to.origin === origin ? to.pathname + to.search + to.hash : to.href }
}
