/** Redirect after a sign-in. docs/protocol.md §23.3, §4 "Multi-factor". */
import * as Effect from "effect/Effect"
import { Navigation, Urls } from "../../../layers/browser/index.ts"
import { log } from "../../../layers/call/index.ts"
import type { Restriction } from "../../../schemas/entities/restriction.ts"
import { MultiFactorAuthenticationRequired } from "../../../schemas/errors/multiFactor.ts"
import { onboardingHref } from "./onboardingHref.ts"
import * as redirectTo from "./redirectTo.ts"
import { returningTo } from "./returning.ts"

/** Option to redirect after a sign-in. */
export interface RedirectAfterOptions {
  /**
   * Whether to leave this page after the sign-in, by the redirect method. The target is `after_auth_return_to`, or
   * otherwise `afterSignIn`, or `afterSignUp` for a new account. A restricted user is redirected to `onboarding` first.
   * If MFA is required, the redirect goes to `mfa`, which has the attempt code, and the flow still fails with
   * `MultiFactorAuthenticationRequired`. An untrusted page to return to is ignored. The flow returns after 2 seconds,
   * by which time the page is normally unloaded.
   *
   * @default false: no redirect
   */
  readonly redirect?: boolean | undefined
  /** Page to redirect to, instead of `after_auth_return_to` and the pages after signing in and up. */
  readonly returnTo?: string | undefined
}

/** Redirects after a sign-in if the options request it. */
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
    ),
    (redirecting) => returningTo(redirecting, options.returnTo)
  )

const redirectOn = (page: "afterSignIn" | "afterSignUp", isRestricted: boolean) =>
  redirectTo.hrefOf(page).pipe(
    Effect.catchTag("RedirectNotTrusted", ({ message }) =>
      Effect.andThen(
        log.warnThrottled("redirect", `Signed in, but did not redirect to the page to return to. ${message}`),
        Effect.map(Urls, (urls) => urls[page])
      )),
    Effect.flatMap((href) => isRestricted ? onboardingHref(href) : Effect.succeed(href)),
    Effect.flatMap((href) => Effect.flatMap(Navigation, ({ go }) => go(href, { replace: true })))
  )
