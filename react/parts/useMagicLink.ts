/** The magic-link-callback screen without its markup. */
"use client"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { useState } from "react"
import { VerificationCodeNotFound } from "../../schemas/errors/verificationCodes.ts"
import { mailedCode, signIn } from "../../src/flows/authentication/index.ts"
import { useRunOnce } from "./form/useRunOnce.ts"
import { type BrokenLink, brokenLink } from "./links/brokenLink.ts"
import { useLinkParameter } from "./links/useLinkParameter.ts"
import { isSignedIn } from "./onwards.ts"
import { type Leaving, useEnter } from "./useEnter.ts"
import { useWayBack, type WayBack } from "./useWayBack.ts"

/** What the magic-link-callback screen shows. */
export type MagicLinkState =
  | { readonly step: "working" }
  /**
   * Nothing is spent before the person presses: this browser did not request the link, so that a mail scanner may have
   * opened it; or it did, and another account is signed in.
   */
  | {
    readonly step: "confirm"
    /** As `a…@example.com`. Known only where this browser requested the link. */
    readonly email: string | undefined
    /** Signs in. */
    readonly confirm: () => void
  } & WayBack
  | Leaving
  | BrokenLink & WayBack

/** The magic-link-callback screen's state. */
export const useMagicLink = (): MagicLinkState => {
  const code = useLinkParameter("code")
  const back = useWayBack()
  const { enter, goOn, leaving } = useEnter()
  const asks = useRunOnce(code ?? undefined, mustAsk)
  const [isConfirmed, setConfirmed] = useState(false)
  const goes = code === null || isConfirmed || (asks._tag === "Done" && asks.result === undefined)
  const entered = useRunOnce(
    goes ? code : undefined,
    (code) =>
      code === null
        // people came back to it, or loaded it again
        ? Effect.filterOrFail(goOn, (went) => went, () => new VerificationCodeNotFound())
        : Effect.as(enter(signIn.withLink({ code })), true)
  )
  if (entered._tag === "Failed") return { ...brokenLink(entered), ...back }
  if (leaving !== undefined) return leaving
  return goes || asks._tag !== "Done" || asks.result === undefined
    ? { step: "working" }
    : { step: "confirm", ...asks.result, confirm: () => setConfirmed(true), ...back }
}

/** What to ask before the link is spent. `undefined`: the person asked for it here, or it is cut off and cannot be spent. */
const mustAsk = (code: Redacted.Redacted) =>
  Effect.gen(function*() {
    yield* mailedCode(code)
    const email = (yield* signIn.requestedHere({ code })) ?? undefined
    return email === undefined || (yield* isSignedIn) ? { email } : undefined
  }).pipe(Effect.orElseSucceed(() => undefined))
