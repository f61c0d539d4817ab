/** Where people go from here. Wire protocol §23. */
import * as Effect from "effect/Effect"
import { Navigation } from "../../layers/Navigation.ts"
import { Urls } from "../../layers/Urls.ts"
import * as redirectTo from "../../src/redirectTo.ts"

/** As `redirectTo.hrefOf`; where people wanted to go and that is not trusted, the page that everybody goes to. */
export const onwardHref = (page: redirectTo.Page): Effect.Effect<string> =>
  Effect.catchTag(redirectTo.hrefOf(page), "RedirectNotTrusted", () => Effect.map(Urls, (urls) => urls[page]))

/** Goes there, and on after 2 seconds. */
export const goTo = (href: string): Effect.Effect<void> => Effect.flatMap(Navigation, ({ go }) => go(href))
