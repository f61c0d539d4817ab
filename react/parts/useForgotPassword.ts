/** State of the forgot-password screen. */
"use client"
import { useState } from "react"
import { password } from "../../src/flows/authentication/index.ts"
import { useSharedEmail } from "./form/sharedEmail.ts"
import { type Form, useForm } from "./form/useForm.ts"
import { type SentMail, useResend } from "./form/useResend.ts"
import { validateEmailAddress } from "./form/validate.ts"
import { type BackLink, useWayBack } from "./useWayBack.ts"

/** State of the forgot-password screen. It doesn't show whether an account has the address. */
export type ForgotPasswordState =
  | { readonly step: "ask"; readonly form: Form<{ readonly email: string }> } & BackLink
  | { readonly step: "sent" } & SentMail & BackLink

/** Returns the state of the forgot-password screen. */
export const useForgotPassword = (): ForgotPasswordState => {
  const back = useWayBack()
  const [sentTo, setSentTo] = useState<string>()
  const again = useResend(() => password.sendResetCode({ email: sentTo! }))
  const form = useForm({
    initial: { email: "" },
    check: ({ email }) => ({ email: validateEmailAddress("email", email) }),
    submit: ({ email }) => password.sendResetCode({ email }),
    onSuccess: (_, { email }) => {
      again.begin()
      setSentTo(email.trim())
    }
  })
  useSharedEmail(form)
  return sentTo === undefined
    ? { step: "ask", form, ...back }
    : { step: "sent", email: sentTo, ...again.state, startOver: () => setSentTo(undefined), ...back }
}
