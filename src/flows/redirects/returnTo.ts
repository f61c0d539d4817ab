/**
 * Page to return to after a sign-in: the query parameter `after_auth_return_to`. It is passed from page to page and may
 * come from any link, so it is checked wherever it is used. docs/protocol.md §23, docs/laws.md H9.
 */
import { trustedUrl } from "../../../layers/browser/index.ts"

/** The query parameter. */
export const parameter = "after_auth_return_to"

/** Returns the parameter of a page, unchecked. */
export const returnToOf = (page: URL | undefined): string | undefined => page?.searchParams.get(parameter) ?? undefined

/** Passes the page's parameter on to `url`, if the parameter is trusted. */
export const carry = (page: URL | undefined, url: URL, origins: ReadonlyArray<string>): void => {
  const returnTo = trustedUrl(returnToOf(page), page, origins)
  if (returnTo !== undefined) url.searchParams.set(parameter, returnTo)
}

/** Makes `url` return to the page. If the page has the parameter itself, passes the parameter on instead. */
export const carryOrAdd = (page: URL, url: URL, origins: ReadonlyArray<string>, mayReturn: boolean): void => {
  if (returnToOf(page) !== undefined) return carry(page, url, origins)
  const own = mayReturn ? trustedUrl(page.href, page, []) : undefined
  if (own !== undefined) url.searchParams.set(parameter, own)
}
