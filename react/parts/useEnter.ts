/** What a sign-in leads to. docs/protocol.md §23.3, §14. */
"use client"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import { useState } from "react"
import { Session } from "../../layers/session/index.ts"
import { MultiFactorAuthenticationRequired } from "../../schemas/errors/multiFactor.ts"
import { onboardingHref, returningHere } from "../../src/flows/redirects/index.ts"
import { useLasting } from "../useLasting.ts"
import { forgetEmail } from "./form/sharedEmail.ts"
import { goOnTo, isSignedIn, onwardHref } from "./onwards.ts"

/** On the way to another page: to be told, with a link for people who do not want to wait. */
export interface Leaving {
  readonly step: "leaving"
  /** The page of the second factor, that for restricted users, or where the person was going. */
  readonly to: "mfa" | "onboarding" | "onwards"
  readonly isNewUser: boolean
  readonly href: string
}

/** For a way in that stays on its page, in a dialog for one. */
export interface EnterOptions {
  /**
   * Somebody is signed in, and goes nowhere. Restricted users still go to the page `onboarding`; they come back to this
   * page, as people do from a provider.
   *
   * @default people go on to another page
   */
  readonly onSignedIn?: ((entered: { readonly isNewUser: boolean }) => void) | undefined
  /** A second factor is asked for: show what `useMfa` says. @default people go to the page `mfa` */
  readonly onSecondFactor?: (() => void) | undefined
}

/**
 * Signing in and going on from there, in place of this page. A second factor is asked for on its own page, which finds
 * the attempt; a restricted user goes to the page `onboarding` first. `goOn` takes whoever is signed in on from a page that
 * has nothing left to do; `false`: nobody is. `goOnwards` takes them past `onboarding`. `around`: what sends people away
 * brings them back to a page that they stay on.
 */
export const useEnter = ({ onSecondFactor, onSignedIn }: EnterOptions = {}) => {
  const [leaving, setLeaving] = useState<Leaving>()
  // a page that an `Activity` has hidden and shows again is not being left any more
  useLasting(() => () => setLeaving(undefined), [])
  const around: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> = onSignedIn === undefined
    ? identity
    : returningHere
  const leave = (to: Leaving["to"], isNewUser: boolean, href: string) =>
    Effect.suspend(() => {
      if (to !== "mfa") forgetEmail()
      if (to === "onwards" && onSignedIn !== undefined) return Effect.sync(() => onSignedIn({ isNewUser }))
      if (to === "mfa" && onSecondFactor !== undefined) return Effect.sync(onSecondFactor)
      setLeaving({ step: "leaving", to, isNewUser, href })
      return goOnTo(href)
    })
  const go = (isNewUser: boolean) =>
    Effect.gen(function*() {
      const href = yield* onwardHref(isNewUser ? "afterSignUp" : "afterSignIn")
      const isRestricted = (yield* Session).state()._tag === "Restricted"
      yield* isRestricted
        ? leave("onboarding", isNewUser, yield* onboardingHref(href))
        : leave("onwards", isNewUser, href)
    })
  const enter = <A extends { readonly isNewUser?: boolean | undefined }, E, R>(signIn: Effect.Effect<A, E, R>) =>
    signIn.pipe(
      Effect.flatMap(({ isNewUser = false }) => go(isNewUser)),
      Effect.catchIf(
        (error): error is Extract<E, MultiFactorAuthenticationRequired> =>
          error instanceof MultiFactorAuthenticationRequired,
        () => Effect.flatMap(onwardHref("mfa"), (href) => leave("mfa", false, href))
      ),
      around
    )
  const goOn = Effect.tap(isSignedIn, (signedIn) => signedIn ? go(false) : Effect.void)
  const goOnwards = Effect.flatMap(onwardHref("afterSignIn"), (href) => leave("onwards", false, href))
  return { leaving, enter, goOn, goOnwards, around }
}
