/** State of the magic-link-callback screen. */
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
import { type LeavingState, useEnter } from "./useEnter.ts"
import { type BackLink, useWayBack } from "./useWayBack.ts"

/** State of the magic-link-callback screen. */
export type MagicLinkState =
  | { readonly step: "working" }
  /**
   * The user has to confirm before the link is used: either this browser did not request it, so a mail scanner may have
   * opened it, or another account is signed in.
   */
  | {
    readonly step: "confirm"
    /** Masked address, such as `a…@example.com`. Known only if this browser requested the link. */
    readonly email: string | undefined
    /** Signs in. */
    readonly confirm: () => void
  } & BackLink
  | LeavingState
  | BrokenLink & BackLink

/** Returns the state of the magic-link-callback screen. */
export const useMagicLink = (): MagicLinkState => {
  const code = useLinkParameter("code")
  const back = useWayBack()
  const { enter, goOn, leaving } = useEnter()
  const confirmation = useRunOnce(code ?? undefined, confirmationNeeded)
  const [isConfirmed, setConfirmed] = useState(false)
  const isAllowed = code === null || isConfirmed || (confirmation._tag === "Done" && confirmation.result === undefined)
  const entered = useRunOnce(
    isAllowed ? code : undefined,
    (code) =>
      code === null
        // The history entry has no code: the user returned to this page, or reloaded it.
        ? Effect.filterOrFail(goOn, (went) => went, () => new VerificationCodeNotFound())
        : Effect.as(enter(signIn.withLink({ code })), true)
  )
  if (entered._tag === "Failed") return { ...brokenLink(entered), ...back }
  if (leaving !== undefined) return leaving
  return isAllowed || confirmation._tag !== "Done" || confirmation.result === undefined
    ? { step: "working" }
    : { step: "confirm", ...confirmation.result, confirm: () => setConfirmed(true), ...back }
}

/**
 * Returns what the user has to confirm before the link is used. `undefined`: this browser requested the link, or the
 * code is malformed.
 */
const confirmationNeeded = (code: Redacted.Redacted) =>
  Effect.gen(function*() {
    yield* mailedCode(code)
    const email = (yield* signIn.requestedHere({ code })) ?? undefined
    return email === undefined || (yield* isSignedIn) ? { email } : undefined
  }).pipe(Effect.orElseSucceed(() => undefined))
