/** Requires a recent sign-in before an account gets another sign-in method. docs/laws.md fresh-4. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { sessions } from "../../../src/flows/account/index.ts"
import { redirectTo } from "../../../src/flows/redirects/index.ts"

/**
 * Runs an effect if the sign-in is recent. Otherwise redirects to the page `confirm`, which asks the user to sign in
 * again and returns to this page, and interrupts the caller, so the user has to start the action again.
 *
 * The account settings call this before they add a sign-in method, so that a stolen session alone isn't enough. The
 * platform doesn't require a recent sign-in: a program with the session's tokens can call the platform directly.
 *
 * @param within Maximum age of the sign-in. @default "15 minutes"
 */
export const confirmFirst = <A, E, R>(self: Effect.Effect<A, E, R>, within?: Duration.Input) =>
  sessions.requireRecent({ within }).pipe(
    Effect.catchTag("ConfirmationNeeded", () => Effect.andThen(redirectTo.confirm(), Effect.interrupt)),
    Effect.andThen(self)
  )
