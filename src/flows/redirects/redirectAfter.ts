/** Where a sign-in takes people that is asked to. docs/protocol.md §23.3, §4 "Multi-factor". */
import * as Effect from "effect/Effect"
import { Navigation, Urls } from "../../../layers/browser/index.ts"
import { log } from "../../../layers/call/index.ts"
import type { Restriction } from "../../../schemas/entities/RestrictedReason.ts"
import { MultiFactorAuthenticationRequired } from "../../../schemas/errors/multiFactor.ts"
import { onboardingHref } from "./onboardingHref.ts"
import * as redirectTo from "./redirectTo.ts"

/** Whether a sign-in takes people on from this page. */
export interface RedirectAfterOptions {
  /**
   * Goes on in place of this page, by the redirect method: to where the person was going (`after_auth_return_to`) or to
   * `afterSignIn`, for a new account to `afterSignUp`; a restricted user to `onboarding` first; where a second factor is
   * asked for to `mfa`, which finds the attempt. A `MultiFactorAuthenticationRequired` comes all the same. Where the person was going is left out when it is
   * not trusted. After 2 seconds, when the page is normally gone, the flow ends.
   *
   * @default false: nobody goes anywhere
   */
  readonly redirect?: boolean | undefined
}

/** Goes on from a sign-in where its options say so. */
export const redirectAfter = <
  A extends {
    readonly userId: string
    readonly isNewUser?: boolean | undefined
    readonly restrictedReason: Restriction | null
  },
  E,
  R
>(
  signIn: Effect.Effect<A, E, R>,
  options: RedirectAfterOptions | undefined,
  usual: "afterSignIn" | "afterSignUp" = "afterSignIn"
): Effect.Effect<A, E, R> =>
  options?.redirect !== true ? signIn : signIn.pipe(
    Effect.tap(({ isNewUser, restrictedReason }) =>
      redirectOn(isNewUser === true ? "afterSignUp" : usual, restrictedReason !== null)
    ),
    Effect.tapError((error) =>
      error instanceof MultiFactorAuthenticationRequired ? redirectTo.mfa({ replace: true }) : Effect.void
    )
  )

const redirectOn = (page: "afterSignIn" | "afterSignUp", isRestricted: boolean) =>
  redirectTo.hrefOf(page).pipe(
    Effect.catchTag("RedirectNotTrusted", ({ message }) =>
      Effect.andThen(
        log.warnThrottled("redirect", `Signed in, and not sent to where the address says. ${message}`),
        Effect.map(Urls, (urls) => urls[page])
      )),
    Effect.flatMap((href) => isRestricted ? onboardingHref(href) : Effect.succeed(href)),
    Effect.flatMap((href) => Effect.flatMap(Navigation, ({ go }) => go(href, { replace: true })))
  )
