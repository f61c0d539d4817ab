/** The magic-link-callback screen without its markup. */
"use client"
import * as Effect from "effect/Effect"
import { VerificationCodeNotFound } from "../../schemas/errors/verificationCodes.ts"
import { signIn } from "../../src/flows/authentication/index.ts"
import { useRunOnce } from "./form/useRunOnce.ts"
import { type BrokenLink, brokenLink } from "./links/brokenLink.ts"
import { useLinkParameter } from "./links/useLinkParameter.ts"
import { type Leaving, useEnter } from "./useEnter.ts"
import { useWayBack, type WayBack } from "./useWayBack.ts"

/** What the magic-link-callback screen shows. */
export type MagicLinkState =
  | { readonly step: "working" }
  | Leaving
  | BrokenLink & WayBack

/** The magic-link-callback screen's state. */
export const useMagicLink = (): MagicLinkState => {
  const code = useLinkParameter("code")
  const back = useWayBack()
  const { enter, goOn, leaving } = useEnter()
  const entered = useRunOnce(
    code,
    (code) =>
      code === null
        // people came back to it, or loaded it again
        ? Effect.filterOrFail(goOn, (went) => went, () => new VerificationCodeNotFound())
        : Effect.as(enter(signIn.withLink({ code })), true)
  )
  if (entered._tag === "Failed") return { ...brokenLink(entered), ...back }
  return leaving ?? { step: "working" }
}
