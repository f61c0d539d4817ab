/** Steps after a sign-in. docs/protocol.md §23.3, §14. */
"use client"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import { useState } from "react"
import { Session } from "../../layers/session/index.ts"
import { MultiFactorAuthenticationRequired } from "../../schemas/errors/multiFactor.ts"
import { onboardingHref, returningHere } from "../../src/flows/redirects/index.ts"
import type { ClientServices } from "../clientHooks.ts"
import { useLasting } from "../useLasting.ts"
import { useForgetEmail } from "./form/sharedEmail.ts"
import { isSignedIn, nextHref, replaceWith } from "./onwards.ts"

/** State while the page navigates away: show a message, and a link in case navigation is slow. */
export interface LeavingState {
  readonly step: "leaving"
  /** The MFA page, the page for restricted users, or the page that the user requested. */
  readonly to: "mfa" | "onboarding" | "onwards"
  readonly isNewUser: boolean
  readonly href: string
}

/** Options for a sign-in that doesn't leave its page, for example in a dialog. */
export interface EnterOptions {
  /**
   * Called after a sign-in, instead of navigating. Restricted users still go to the page `onboarding`, and return to
   * this page afterwards. Users also return to this page from an OAuth provider.
   * @default goes to the next page
   */
  readonly onSignedIn?: ((entered: { readonly isNewUser: boolean }) => void) | undefined
  /** Called when MFA is required: render the state of `useMfa`. @default goes to the page `mfa` */
  readonly onSecondFactor?: (() => void) | undefined
}

/** Options for the library's own screens. */
export interface EnterScreenOptions extends EnterOptions {
  /** Wraps each sign-in. @default runs the sign-in unchanged */
  readonly wrap?: (<A, E, R>(signIn: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R | ClientServices>) | undefined
}

/**
 * Returns what a screen does after a sign-in:
 *
 * - `enter` runs a sign-in and goes to the next page, to `mfa` if a TOTP code is required, or to `onboarding` for
 *   restricted users.
 * - `goOn` goes to the next page if a user is signed in, and returns whether it did.
 * - `goOnwards` goes on without a detour to `onboarding`.
 * - `around` makes redirects return to this page if the user stays on it.
 */
export const useEnter = ({ onSecondFactor, onSignedIn, wrap = identity }: EnterScreenOptions = {}) => {
  const [leaving, setLeaving] = useState<LeavingState>()
  const forgetEmail = useForgetEmail()
  // If an `Activity` shows the page again, the navigation has ended.
  useLasting(() => () => setLeaving(undefined), [])
  const around: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> = onSignedIn === undefined
    ? identity
    : returningHere
  const leave = (to: LeavingState["to"], isNewUser: boolean, href: string) =>
    Effect.suspend(() => {
      if (to !== "mfa") forgetEmail()
      if (to === "onwards" && onSignedIn !== undefined) return Effect.sync(() => onSignedIn({ isNewUser }))
      if (to === "mfa" && onSecondFactor !== undefined) return Effect.sync(onSecondFactor)
      setLeaving({ step: "leaving", to, isNewUser, href })
      return replaceWith(href)
    })
  const go = (isNewUser: boolean) =>
    Effect.gen(function*() {
      const href = yield* nextHref(isNewUser ? "afterSignUp" : "afterSignIn")
      const isRestricted = (yield* Session).state()._tag === "Restricted"
      yield* isRestricted
        ? leave("onboarding", isNewUser, yield* onboardingHref(href))
        : leave("onwards", isNewUser, href)
    })
  const enter = <A extends { readonly isNewUser?: boolean | undefined }, E, R>(signIn: Effect.Effect<A, E, R>) =>
    wrap(signIn).pipe(
      Effect.flatMap(({ isNewUser = false }) => go(isNewUser)),
      Effect.catchIf(
        (error): error is Extract<E, MultiFactorAuthenticationRequired> =>
          error instanceof MultiFactorAuthenticationRequired,
        () => Effect.flatMap(nextHref("mfa"), (href) => leave("mfa", false, href))
      ),
      around
    )
  const goOn = Effect.tap(isSignedIn, (signedIn) => signedIn ? go(false) : Effect.void)
  const goOnwards = Effect.flatMap(nextHref("afterSignIn"), (href) => leave("onwards", false, href))
  return { leaving, enter, goOn, goOnwards, around }
}
