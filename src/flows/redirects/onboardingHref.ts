/** Redirect of restricted users after a sign-in. docs/platform.md §8.3. */
import * as Effect from "effect/Effect"
import { Navigation, TrustedOrigins, Urls } from "../../../layers/browser/index.ts"
import { leadOn } from "./returning.ts"

/** Returns the URL of the page `onboarding`, which continues to `next`. */
export const onboardingHref = (next: string): Effect.Effect<string> =>
  Effect.gen(function*() {
    const { afterSignIn, onboarding } = yield* Urls
    const here = (yield* Navigation).here()
    // the page `onboarding` continues to afterSignIn by default
    if (here === undefined || next === afterSignIn) return onboarding
    const url = new URL(onboarding, here)
    if (url.origin !== here.origin) return onboarding
    leadOn(here, url, next, yield* TrustedOrigins)
    return url.pathname + url.search + url.hash
  })
