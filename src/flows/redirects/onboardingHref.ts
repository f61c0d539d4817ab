/** Where a sign-in takes a restricted user first. docs/platform.md §8.3. */
import * as Effect from "effect/Effect"
import { Navigation, TrustedOrigins, Urls } from "../../../layers/browser/index.ts"
import { leadOn } from "./returnTo.ts"

/** The page `onboarding`, which leads on to where the sign-in would have gone. */
export const onboardingHref = (next: string): Effect.Effect<string> =>
  Effect.gen(function*() {
    const { afterSignIn, onboarding } = yield* Urls
    const here = (yield* Navigation).here()
    // the page goes to afterSignIn by itself
    if (here === undefined || next === afterSignIn) return onboarding
    const url = new URL(onboarding, here)
    if (url.origin !== here.origin) return onboarding
    leadOn(here, url, next, yield* TrustedOrigins)
    return url.pathname + url.search + url.hash
  })
