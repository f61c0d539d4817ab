/** A mail that was sent, and is sent again to whoever did not get it. */
"use client"
import * as Effect from "effect/Effect"
import { useCallback } from "react"
import type { Reads } from "../../../layers/reads/index.ts"
import type { ClientServices } from "../../index.ts"
import { useCoolDown } from "./useCoolDown.ts"
import { type Form, useForm } from "./useForm.ts"

/** What people can do about a mail that does not come. */
export interface SentMail {
  readonly email: string
  /** Sends it once more. Does nothing while `resendIn` is not 0. `done`: it was sent from here. */
  readonly resend: Form<{}>
  /** Seconds until it can be sent again. */
  readonly resendIn: number
  /** Goes back to the address, which is still there to be changed. */
  readonly startOver: () => void
}

/** Mails take a while, and platforms let only so many be sent. */
const coolDown = 30

/** The form that sends it again, and what begins the pause: call it when the mail was sent. */
export const useResend = <A, E>(
  send: () => Effect.Effect<A, E, ClientServices | Reads>,
  onSent?: (sent: A) => void
) => {
  const { begin, left } = useCoolDown(coolDown)
  const resend = useForm({
    initial: {},
    submit: () => left === 0 ? Effect.asSome(send()) : Effect.succeedNone,
    onSuccess: (sent) => {
      if (sent._tag === "None") return
      begin()
      onSent?.(sent.value)
    }
  })
  const { reset } = resend
  return {
    state: { resend, resendIn: left },
    begin: useCallback(() => {
      reset()
      begin()
    }, [begin, reset])
  }
}
