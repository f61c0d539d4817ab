/** Effects and links that set the page to return to after a sign-in. docs/protocol.md §23, docs/laws.md H9. */
import * as Effect from "effect/Effect"
import { Navigation, trustedUrl } from "../../../layers/browser/index.ts"
import { parameter, returnToOf } from "./returnTo.ts"

/** Makes `url` continue to `next`, if `next` is trusted. */
export const leadOn = (page: URL, url: URL, next: string, origins: ReadonlyArray<string>): void => {
  const trusted = trustedUrl(next, page, origins)
  if (trusted !== undefined) url.searchParams.set(parameter, trusted)
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
