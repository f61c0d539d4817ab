/** What a sign-in leads to. docs/protocol.md §23.3, §14. */
"use client"
import * as Effect from "effect/Effect"
import { useState } from "react"
import { MultiFactorAuthenticationRequired } from "../../schemas/errors/multiFactor.ts"
import { forgetEmail } from "./form/sharedEmail.ts"
import { goOnTo, isSignedIn, onwardHref } from "./onwards.ts"

/** On the way to another page: to be told, with a link for people who do not want to wait. */
export interface Leaving {
  readonly step: "leaving"
  /** The page of the second factor, or where the person was going. */
  readonly to: "mfa" | "onwards"
  readonly isNewUser: boolean
  readonly href: string
}

/**
 * Signing in and going on from there, in place of this page. A second factor is asked for on its own page, which finds
 * the attempt. `goOn` takes whoever is signed in on from a page that has nothing left to do; `false`: nobody is.
 */
export const useEnter = () => {
  const [leaving, setLeaving] = useState<Leaving>()
  const go = (to: Leaving["to"], isNewUser: boolean) =>
    Effect.gen(function*() {
      const href = yield* onwardHref(to === "mfa" ? to : isNewUser ? "afterSignUp" : "afterSignIn")
      if (to === "onwards") forgetEmail()
      setLeaving({ step: "leaving", to, isNewUser, href })
      yield* goOnTo(href)
    })
  const enter = <A extends { readonly isNewUser?: boolean | undefined }, E, R>(signIn: Effect.Effect<A, E, R>) =>
    signIn.pipe(
      Effect.flatMap(({ isNewUser = false }) => go("onwards", isNewUser)),
      Effect.catchIf(
        (error): error is Extract<E, MultiFactorAuthenticationRequired> =>
          error instanceof MultiFactorAuthenticationRequired,
        () => go("mfa", false)
      )
    )
  const goOn = Effect.tap(isSignedIn, (signedIn) => signedIn ? go("onwards", false) : Effect.void)
  return { leaving, enter, goOn }
}
