/** State of the oauth-callback screen. */
"use client"
import * as Effect from "effect/Effect"
import { oauth } from "../../src/flows/oauth/index.ts"
import { useRunOnce } from "./form/useRunOnce.ts"
import { nextHrefOfUser, replaceWith } from "./onwards.ts"
import { useEnter } from "./useEnter.ts"
import { useHrefs } from "./useHrefs.ts"
import { type BackLink, useWayBack } from "./useWayBack.ts"

/** State of the oauth-callback screen. */
export type OAuthCallbackState =
  | { readonly step: "working" }
  /** The user is signed in, but the page could not redirect. */
  | { readonly step: "done"; readonly goOnUrl: string }
  /** The sign-in failed. `problem` is undefined if the URL has no code. */
  | { readonly step: "broken"; readonly problem: unknown } & BackLink

/** Returns the state of the oauth-callback screen. */
export const useOAuthCallback = (): OAuthCallbackState => {
  const { afterSignIn } = useHrefs("afterSignIn")
  const wayBack = useWayBack()
  const { goOn } = useEnter()
  const back = useRunOnce(
    true,
    () => Effect.flatMap(comeBack, (found) => found !== null ? Effect.succeed(true) : goOn)
  )
  if (back._tag === "Failed") return { step: "broken", problem: back.problem, ...wayBack }
  if (back._tag === "Running") return { step: "working" }
  return back.result
    ? { step: "done", goOnUrl: afterSignIn }
    : { step: "broken", problem: undefined, ...wayBack }
}

const signedIn = { isNewUser: false }

const comeBack = oauth.callback().pipe(
  // Both errors occur after the provider has returned the user, so the screen can continue.
  Effect.catchTags({
    RedirectNotTrusted: () => Effect.as(Effect.flatMap(nextHrefOfUser("afterSignIn"), replaceWith), signedIn),
    MultiFactorAuthenticationRequired: () => Effect.succeed(signedIn)
  })
)
