/** The forgot-password screen without its markup. */
"use client"
import { useState } from "react"
import { password } from "../../src/flows/authentication/index.ts"
import { emailAddress } from "./form/InputProblem.ts"
import { useSharedEmail } from "./form/sharedEmail.ts"
import { type Form, useForm } from "./form/useForm.ts"
import { useHrefs } from "./useHrefs.ts"

/** What the forgot-password screen shows. It says the same for an address without an account. */
export type ForgotPasswordState =
  | { readonly step: "ask"; readonly form: Form<{ readonly email: string }>; readonly signInUrl: string }
  | { readonly step: "sent"; readonly email: string; readonly startOver: () => void; readonly signInUrl: string }

/** The forgot-password screen's state. */
export const useForgotPassword = (): ForgotPasswordState => {
  const signInUrl = useHrefs("signIn").signIn
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm({
    initial: { email: "" },
    check: ({ email }) => ({ email: emailAddress("email", email) }),
    submit: ({ email }) => password.sendResetCode({ email: email.trim() }),
    onSuccess: (_, { email }) => setSentTo(email.trim())
  })
  useSharedEmail(form)
  return sentTo === undefined
    ? { step: "ask", form, signInUrl }
    : { step: "sent", email: sentTo, startOver: () => setSentTo(undefined), signInUrl }
}
