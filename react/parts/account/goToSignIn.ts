/** Redirects visitors who are not signed in. */
import * as Effect from "effect/Effect"
import { Session } from "../../../layers/session/index.ts"
import { redirectTo } from "../../../src/flows/redirects/index.ts"

/**
 * Goes to the sign-in page, or, if the user is restricted, to `onboarding`. Both pages return to the requested page.
 */
export const goToSignIn: Effect.Effect<void, never, Session> = Effect.flatMap(
  Session,
  ({ state }) =>
    state()._tag === "Restricted" ? redirectTo.onboarding({ replace: true }) : redirectTo.signIn({ replace: true })
)
