/** State of the mfa screen. */
"use client"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { useState } from "react"
import { MfaAttempt } from "../../layers/session/index.ts"
import {
  VerificationCodeAlreadyUsed,
  VerificationCodeExpired,
  VerificationCodeMaxAttemptsReached,
  VerificationCodeNotFound
} from "../../schemas/errors/verificationCodes.ts"
import { authentication, useLoadedLater } from "./form/laterFlows.ts"
import { type Form, useForm } from "./form/useForm.ts"
import { useRunOnce } from "./form/useRunOnce.ts"
import { validateCode } from "./form/validate.ts"
import { type EnterOptions, type LeavingState, useEnter } from "./useEnter.ts"
import { type BackLink, useWayBack } from "./useWayBack.ts"

/** State of the mfa screen. */
export type MfaState =
  | { readonly step: "ask"; readonly form: Form<{ readonly totp: string }> } & BackLink
  | LeavingState
  /** No sign-in in this tab requires a TOTP code. */
  | { readonly step: "nothing" } & BackLink
  /** The sign-in attempt expired after 5 minutes, or was rejected after too many wrong codes. */
  | { readonly step: "expired" } & BackLink

/** Returns the state of the mfa screen. */
export const useMfa = (options?: EnterOptions): MfaState => {
  const back = useWayBack()
  const { enter, goOn, leaving } = useEnter(options)
  const attempt = useRunOnce(true, () => Effect.flatMap(peek, (waits) => waits ? Effect.succeed(true) : goOn))
  const [hasExpired, setHasExpired] = useState(false)
  useLoadedLater(authentication)
  const form = useForm({
    initial: { totp: "" },
    check: ({ totp }) => ({ totp: validateCode("totp", totp, 6) }),
    submit: ({ totp }) => enter(Effect.flatMap(authentication, ({ signIn }) => signIn.withTotp({ totp }))),
    onFailure: (error) => {
      const expired = isSpent(error)
      if (expired) setHasExpired(true)
      return expired
    }
  })
  if (leaving !== undefined) return leaving
  if (hasExpired) return { step: "expired", ...back }
  return attempt._tag === "Done" && !attempt.result ? { step: "nothing", ...back } : { step: "ask", form, ...back }
}

const peek = Effect.flatMap(MfaAttempt, (attempt) => Effect.map(attempt.peek, Option.isSome))

const isSpent = (error: unknown): boolean =>
  error instanceof VerificationCodeExpired
  || error instanceof VerificationCodeAlreadyUsed
  || error instanceof VerificationCodeNotFound
  || error instanceof VerificationCodeMaxAttemptsReached
