/** Reads for components that require a user. */
import * as Effect from "effect/Effect"
import { Navigation } from "../layers/browser/index.ts"
import { ReadCache } from "../layers/reads/index.ts"
import { countsAsSignedIn } from "../schemas/entities/restriction.ts"
import type { User } from "../schemas/entities/User.ts"
import { getCurrentUser } from "../src/flows/account/index.ts"
import { signUpOnce } from "../src/flows/authentication/index.ts"
import { departed, leftBySignOut } from "../src/flows/redirects/index.ts"
import { currentUser } from "../src/reads.ts"
import { DeferredToBrowser } from "./DeferredToBrowser.ts"
import { demanded } from "./demanded.ts"

/** Leaves the component to the browser during a server render, because a server can't sign a user in. */
const notOnServer = (or: "anonymous" | "redirect") =>
  Effect.suspend(() =>
    "window" in globalThis ? Effect.void : Effect.fail(new DeferredToBrowser({ part: `useUser({ or: "${or}" })` }))
  )

/** Signs up an anonymous user. Never runs on a server, which could not keep the session. */
export const orAnonymous = demanded(
  "anonymous",
  currentUser,
  (user): user is User => user !== null,
  Effect.andThen(notOnServer("anonymous"), signUpOnce)
)

/**
 * Whether a sign-out's caller has redirected from the page, and the components of the page are gone. A layout that
 * requires a user remains on the next page, and must redirect from there.
 */
const isGone = (key: string) =>
  Effect.gen(function*() {
    if (!(yield* leftBySignOut)) return false
    // the router renders the next page
    yield* Effect.sleep(300)
    const cached = yield* ReadCache.use((reads) => reads.cached)
    return cached.every((read) => read.key !== key || read.watchers === 0)
  })

/** Redirects, and returns whether the page is still there. */
const redirect = (key: string, includeRestricted: boolean) =>
  Effect.gen(function*() {
    if (yield* isGone(key)) return false
    const { here } = yield* Navigation
    const page = here()?.href
    const redirecting = getCurrentUser({ or: "redirect", includeRestricted })
    yield* page === undefined ? redirecting : Effect.raceFirst(redirecting, departed)
    yield* notOnServer("redirect")
    return here()?.href === page
  })

const redirecting = (name: string, includeRestricted: boolean) =>
  demanded(
    name,
    currentUser,
    (user): user is User => countsAsSignedIn(user, includeRestricted),
    redirect(`${name} ${currentUser.key}`, includeRestricted)
  )

/** Goes to the sign-in page, or, if the user is restricted, to `onboarding`. */
export const orRedirect = redirecting("redirect", false)

/** Goes to the sign-in page. Restricted users are accepted. */
export const orRedirectRestricted = redirecting("redirect restricted", true)
