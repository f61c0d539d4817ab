/** Pages that a screen goes to next. docs/protocol.md §23. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Navigation, PageHistory, Urls } from "../../layers/browser/index.ts"
import { Session, type SessionState } from "../../layers/session/index.ts"
import { onboardingHref, redirectTo } from "../../src/flows/redirects/index.ts"

/**
 * Returns the URL of a page, like `redirectTo.hrefOf`. If the return URL is not trusted, returns the configured URL of
 * the page instead.
 */
export const nextHref = (page: redirectTo.Page): Effect.Effect<string> =>
  Effect.catchTag(redirectTo.hrefOf(page), "RedirectNotTrusted", () => Effect.map(Urls, (urls) => urls[page]))

/** Goes to a URL. Completes after 2 seconds if the page is still there. */
export const goTo = (href: string): Effect.Effect<void> => Effect.flatMap(Navigation, ({ go }) => go(href))

/** Goes to a URL and replaces this page in the history, so that "back" doesn't return to a finished step. */
export const replaceWith = (href: string): Effect.Effect<void> =>
  Effect.flatMap(Navigation, ({ go }) => go(href, { replace: true }))

/** Returns the URL of a page for the signed-in user: restricted users go to `onboarding` first. */
export const nextHrefOfUser = (page: redirectTo.Page): Effect.Effect<string, never, Session> =>
  Effect.flatMap(Session, ({ state }) => {
    const href = nextHref(page)
    return state()._tag === "Restricted" ? Effect.flatMap(href, onboardingHref) : href
  })

/** Whether a session belongs to a user with an account, restricted or not. */
export const hasAccount = (state: SessionState): boolean =>
  state._tag !== "SignedOut" && !Option.exists(state.claims, ({ isAnonymous }) => isAnonymous)

/** Whether a user with an account is signed in, restricted or not, according to the session. */
export const isSignedIn: Effect.Effect<boolean, never, Session> = Effect.map(
  Session,
  (session) => hasAccount(session.state())
)

/** Key in the state of a history entry that marks its step as done. */
const done = "latchkeyDone"

/** Marks the step of this history entry as done, in case the user returns to it or reloads the page. */
export const markDone: Effect.Effect<void> = Effect.map(
  PageHistory,
  (history) => history.state.write({ ...stateOf(history), [done]: true })
)

/**
 * Whether the step of this history entry was done before. If it was done and a user is signed in, the effect redirects
 * to the next page, and completes after 2 seconds if the page is still there.
 */
export const wasDone: Effect.Effect<boolean, never, Session> = Effect.gen(function*() {
  if (stateOf(yield* PageHistory)[done] !== true) return false
  if (yield* isSignedIn) yield* Effect.flatMap(nextHrefOfUser("afterSignIn"), replaceWith)
  return true
})

const stateOf = ({ state }: PageHistory) => Object(state.read()) as { readonly [key: string]: unknown }
