/**
 * Page to return to after a sign-in: the query parameter `after_auth_return_to`. It is passed from page to page and may
 * come from any link, so it is checked wherever it is used. docs/protocol.md §23, docs/laws.md H9.
 */
import * as Effect from "effect/Effect"
import { Navigation, trustedUrl } from "../../../layers/browser/index.ts"

const parameter = "after_auth_return_to"

/** Returns the parameter of a page, unchecked. */
export const returnToOf = (page: URL | undefined): string | undefined => page?.searchParams.get(parameter) ?? undefined

/** Passes the page's parameter on to `url`, if the parameter is trusted. */
export const carry = (page: URL | undefined, url: URL, origins: ReadonlyArray<string>): void => {
  const returnTo = trustedUrl(returnToOf(page), page, origins)
  if (returnTo !== undefined) url.searchParams.set(parameter, returnTo)
}

/** Makes `url` continue to `next`, if `next` is trusted. */
export const leadOn = (page: URL, url: URL, next: string, origins: ReadonlyArray<string>): void => {
  const trusted = trustedUrl(next, page, origins)
  if (trusted !== undefined) url.searchParams.set(parameter, trusted)
}

/** Makes `url` return to the page. If the page has the parameter itself, passes the parameter on instead. */
export const carryOrAdd = (page: URL, url: URL, origins: ReadonlyArray<string>, mayReturn: boolean): void => {
  if (returnToOf(page) !== undefined) return carry(page, url, origins)
  const own = mayReturn ? trustedUrl(page.href, page, []) : undefined
  if (own !== undefined) url.searchParams.set(parameter, own)
}

/** Runs an effect as if the current page had the parameter with the value that `returnTo` computes. */
const withParameter = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  returnTo: (page: URL) => string
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Navigation, (navigation) =>
    Effect.provideService(effect, Navigation, {
      ...navigation,
      here: (...rest) => {
        const page = navigation.here(...rest)
        page?.searchParams.set(parameter, returnTo(page))
        return page
      }
    }))

/**
 * Runs an effect as if it ran on a sign-in page that the user opened from this page: its redirects return to this page.
 */
export const returningHere = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  withParameter(effect, (page) => returnToOf(page) ?? page.href)

/**
 * Runs an effect as if it ran on a sign-in page that continues to `returnTo`. Without `returnTo`, runs the effect
 * unchanged.
 */
export const returningTo = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  returnTo: string | undefined
): Effect.Effect<A, E, R> => returnTo === undefined ? effect : withParameter(effect, () => returnTo)
