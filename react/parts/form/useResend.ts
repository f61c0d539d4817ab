/** Sends an email again after a pause. */
"use client"
import * as Effect from "effect/Effect"
import { useCallback } from "react"
import type { ReadCache } from "../../../layers/reads/index.ts"
import type { ClientServices } from "../../index.ts"
import { useCoolDown } from "./useCoolDown.ts"
import { type Form, useForm } from "./useForm.ts"

/** State and actions after an email was sent. */
export interface SentMail {
  readonly email: string
  /** Sends the email again. Does nothing until `resendIn` is 0. `resend.done`: the email was sent again. */
  readonly resend: Form<{}>
  /** Seconds until the email can be sent again. */
  readonly resendIn: number
  /** Returns to the address field, which keeps its value. */
  readonly startOver: () => void
}

/** Seconds between two emails, because delivery takes time and platforms limit how many are sent. */
const coolDown = 30

/** Returns the form that sends the email again, and a function to call after the first one was sent. */
export const useResend = <A, E>(
  send: () => Effect.Effect<A, E, ClientServices | ReadCache>,
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
