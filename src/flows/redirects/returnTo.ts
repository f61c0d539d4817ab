/**
 * Where somebody was going before they had to sign in: the query parameter `after_auth_return_to`. It travels from page
 * to page and comes from whoever made the link, so it is checked wherever it is used. docs/protocol.md §23,
 * docs/laws.md H9.
 */
import * as Effect from "effect/Effect"
import { Navigation, trustedUrl } from "../../../layers/browser/index.ts"

const parameter = "after_auth_return_to"

/** As the page has it: unchecked. */
export const returnToOf = (page: URL | undefined): string | undefined => page?.searchParams.get(parameter) ?? undefined

/** Hands on to `url` what the page has. One that is not trusted goes no further. */
export const carry = (page: URL | undefined, url: URL, origins: ReadonlyArray<string>): void => {
  const returnTo = trustedUrl(returnToOf(page), page, origins)
  if (returnTo !== undefined) url.searchParams.set(parameter, returnTo)
}

/** Lets `url` lead on to `next`, where that is trusted. */
export const leadOn = (page: URL, url: URL, next: string, origins: ReadonlyArray<string>): void => {
  const trusted = trustedUrl(next, page, origins)
  if (trusted !== undefined) url.searchParams.set(parameter, trusted)
}

/** Lets `url` lead back to the page, unless that leads on to somewhere already. */
export const carryOrAdd = (page: URL, url: URL, origins: ReadonlyArray<string>, mayReturn: boolean): void => {
  if (returnToOf(page) !== undefined) return carry(page, url, origins)
  const own = mayReturn ? trustedUrl(page.href, page, []) : undefined
  if (own !== undefined) url.searchParams.set(parameter, own)
}

/** Runs it as on a page of the way in that people came to from this one: whatever sends them away leads back here. */
export const returningHere = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Navigation, (navigation) =>
    Effect.provideService(effect, Navigation, {
      ...navigation,
      here: () => {
        const page = navigation.here()
        if (page !== undefined && returnToOf(page) === undefined) page.searchParams.set(parameter, page.href)
        return page
      }
    }))
