/** State of the email-verification screen. */
"use client"
import * as Effect from "effect/Effect"
import { useState } from "react"
import { VerificationCodeAlreadyUsed, VerificationCodeNotFound } from "../../schemas/errors/verificationCodes.ts"
import { contactChannels } from "../../src/flows/account/index.ts"
import { emailVerification, mailedCode } from "../../src/flows/authentication/index.ts"
import { useUser } from "../index.ts"
import { type Form, useForm } from "./form/useForm.ts"
import { useRunOnce } from "./form/useRunOnce.ts"
import { type BrokenLink, brokenLink } from "./links/brokenLink.ts"
import { useLinkParameter } from "./links/useLinkParameter.ts"
import { markDone, wasDone } from "./onwards.ts"
import { useHrefs } from "./useHrefs.ts"

/** State of the email-verification screen. */
export type EmailVerificationState =
  | { readonly step: "working" }
  /**
   * No user is signed in here, so an email scanner may have opened the link. The code is sent only when the user
   * presses the button.
   */
  | { readonly step: "confirm"; readonly confirm: () => void; readonly homeUrl: string }
  /** The address is verified. `again`: the link had already been used. */
  | { readonly step: "done"; readonly again: boolean; readonly goOnUrl: string }
  | BrokenLink & {
    /** Sends a new link. Only for a signed-in user with an unverified address. */
    readonly resend: Form<{}> | undefined
    readonly homeUrl: string
  }

/** Returns the state of the email-verification screen. Suspends until the user is known. */
export const useEmailVerification = (): EmailVerificationState => {
  const code = useLinkParameter("code")
  const user = useUser({ includeRestricted: true })
  const { afterSignIn, home } = useHrefs("afterSignIn", "home")
  const [isConfirmed, setConfirmed] = useState(user !== null)
  // Fails if the link is incomplete. An incomplete link doesn't use up its code.
  const complete = useRunOnce(code ?? undefined, mailedCode)
  const goes = code === null || isConfirmed || complete._tag === "Failed"
  const verified = useRunOnce(
    goes ? code : undefined,
    (code) =>
      code === null
        ? Effect.filterOrFail(wasDone, (done) => done, () => new VerificationCodeNotFound())
        : emailVerification.verify({ code }).pipe(
          Effect.tap(markDone),
          Effect.tapErrorTag("VerificationCodeAlreadyUsed", () => markDone)
        )
  )
  const resend = useForm({ initial: {}, submit: sendAgain })
  if (verified._tag === "Running") {
    return goes || complete._tag === "Running"
      ? { step: "working" }
      : { step: "confirm", confirm: () => setConfirmed(true), homeUrl: home }
  }
  // The link's URL contains the return URL.
  const goOnUrl = user === null ? home : afterSignIn
  if (verified._tag === "Done") return { step: "done", again: false, goOnUrl }
  if (verified.problem instanceof VerificationCodeAlreadyUsed) return { step: "done", again: true, goOnUrl }
  return {
    ...brokenLink(verified),
    resend: user === null || user.primaryEmailVerified ? undefined : resend,
    homeUrl: home
  }
}

/** Sends a new link to the unverified primary address. */
const sendAgain = () =>
  Effect.gen(function*() {
    const channels = yield* contactChannels.list()
    const primary = channels.find(({ isPrimary, isVerified }) => isPrimary && !isVerified)
    if (primary !== undefined) yield* emailVerification.send({ contactChannelId: primary.id })
  })
