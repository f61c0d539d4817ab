/** The mfa screen without its markup. */
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
import { signIn } from "../../src/flows/authentication/index.ts"
import { code } from "./form/InputProblem.ts"
import { type Form, useForm } from "./form/useForm.ts"
import { useRunOnce } from "./form/useRunOnce.ts"
import { type EnterOptions, type Leaving, useEnter } from "./useEnter.ts"
import { useWayBack, type WayBack } from "./useWayBack.ts"

/** What the mfa screen shows. */
export type MfaState =
  | { readonly step: "ask"; readonly form: Form<{ readonly totp: string }> } & WayBack
  | Leaving
  /** No sign-in waits for a second factor in this tab. */
  | { readonly step: "nothing" } & WayBack
  /** The attempt is over after 5 minutes or too many codes. */
  | { readonly step: "expired" } & WayBack

/** The mfa screen's state. */
export const useMfa = (options?: EnterOptions): MfaState => {
  const back = useWayBack()
  const { enter, goOn, leaving } = useEnter(options)
  const waiting = useRunOnce(true, () => Effect.flatMap(peek, (waits) => waits ? Effect.succeed(true) : goOn))
  const [isOver, setIsOver] = useState(false)
  const form = useForm({
    initial: { totp: "" },
    check: ({ totp }) => ({ totp: code("totp", totp, 6) }),
    submit: ({ totp }) => enter(signIn.withTotp({ totp })),
    onFailure: (error) => {
      const over = isSpent(error)
      if (over) setIsOver(true)
      return over
    }
  })
  if (leaving !== undefined) return leaving
  if (isOver) return { step: "expired", ...back }
  return waiting._tag === "Done" && !waiting.result ? { step: "nothing", ...back } : { step: "ask", form, ...back }
}

const peek = Effect.flatMap(MfaAttempt, (attempt) => Effect.map(attempt.peek, Option.isSome))

const isSpent = (error: unknown): boolean =>
  error instanceof VerificationCodeExpired
  || error instanceof VerificationCodeAlreadyUsed
  || error instanceof VerificationCodeNotFound
  || error instanceof VerificationCodeMaxAttemptsReached
