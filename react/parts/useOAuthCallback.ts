/** The oauth-callback screen without its markup. */
"use client"
import * as Effect from "effect/Effect"
import { oauth } from "../../src/flows/oauth/index.ts"
import { useRunOnce } from "./form/useRunOnce.ts"
import { goOnTo, onwardHrefOfUser } from "./onwards.ts"
import { useEnter } from "./useEnter.ts"
import { useHrefs } from "./useHrefs.ts"
import { useWayBack, type WayBack } from "./useWayBack.ts"

/** What the oauth-callback screen shows. */
export type OAuthCallbackState =
  | { readonly step: "working" }
  /** Signed in, and not gone anywhere. */
  | { readonly step: "done"; readonly goOnUrl: string }
  /** `problem` is undefined when the address has no code. */
  | { readonly step: "broken"; readonly problem: unknown } & WayBack

/** The oauth-callback screen's state. */
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
  // signed in all the same, and on the way to the second factor
  Effect.catchTags({
    RedirectNotTrusted: () => Effect.as(Effect.flatMap(onwardHrefOfUser("afterSignIn"), goOnTo), signedIn),
    MultiFactorAuthenticationRequired: () => Effect.succeed(signedIn)
  })
)
