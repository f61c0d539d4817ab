/** Where people go from here. docs/protocol.md §23. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Navigation, Urls } from "../../layers/browser/index.ts"
import { Session, type SessionState } from "../../layers/session/index.ts"
import { onboardingHref, redirectTo } from "../../src/flows/redirects/index.ts"

/** As `redirectTo.hrefOf`; where people wanted to go and that is not trusted, the page that everybody goes to. */
export const onwardHref = (page: redirectTo.Page): Effect.Effect<string> =>
  Effect.catchTag(redirectTo.hrefOf(page), "RedirectNotTrusted", () => Effect.map(Urls, (urls) => urls[page]))

/** Goes there, and on after 2 seconds. */
export const goTo = (href: string): Effect.Effect<void> => Effect.flatMap(Navigation, ({ go }) => go(href))

/** The same in place of this page, whose step is done: "back" does not lead to it. */
export const goOnTo = (href: string): Effect.Effect<void> =>
  Effect.flatMap(Navigation, ({ go }) => go(href, { replace: true }))

/** The same for whoever is signed in: a restricted user goes to the page `onboarding` first. */
export const onwardHrefOfUser = (page: redirectTo.Page): Effect.Effect<string, never, Session> =>
  Effect.flatMap(Session, ({ state }) => {
    const href = onwardHref(page)
    return state()._tag === "Restricted" ? Effect.flatMap(href, onboardingHref) : href
  })

/** Whether it is one of somebody with an account, restricted or not. */
export const isOfAccount = (state: SessionState): boolean =>
  state._tag !== "SignedOut" && !Option.exists(state.claims, ({ isAnonymous }) => isAnonymous)

/** Whether somebody with an account is signed in, restricted or not, as far as the session says. */
export const isSignedIn: Effect.Effect<boolean, never, Session> = Effect.map(
  Session,
  (session) => isOfAccount(session.state())
)

/** The member of an entry's state that says so. */
const done = "latchkeyDone"

/** Notes with this entry of the history that its step is done: people may come back to it, or load it again. */
export const markDone: Effect.Effect<void> = Effect.sync(() =>
  history.replaceState({ ...history.state, [done]: true }, "")
)

/**
 * Whether the step of this entry of the history was done before. Whoever is signed in is taken on from it first, and
 * looks at it for another 2 seconds at most.
 */
export const wasDone: Effect.Effect<boolean, never, Session> = Effect.gen(function*() {
  if (history.state?.[done] !== true) return false
  if (yield* isSignedIn) yield* Effect.flatMap(onwardHrefOfUser("afterSignIn"), goOnTo)
  return true
})
