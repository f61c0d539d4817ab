/** State of the password-reset screen. */
"use client"
import * as Effect from "effect/Effect"
import { VerificationCodeNotFound } from "../../schemas/errors/verificationCodes.ts"
import { password } from "../../src/flows/authentication/index.ts"
import { useKeptEmail } from "./form/sharedEmail.ts"
import { type Form, useForm } from "./form/useForm.ts"
import { useRunOnce } from "./form/useRunOnce.ts"
import { validatePassword, validateRepeat } from "./form/validate.ts"
import { type BrokenLink, brokenLink } from "./links/brokenLink.ts"
import { useLinkParameter } from "./links/useLinkParameter.ts"
import { markDone, wasDone } from "./onwards.ts"
import { useHrefs } from "./useHrefs.ts"
import { type BackLink, useWayBack } from "./useWayBack.ts"

/** State of the password-reset screen. */
export type PasswordResetState =
  | { readonly step: "checking" }
  | {
    readonly step: "ask"
    readonly form: Form<{ readonly password: string; readonly repeated: string }>
    /** The account's address, for password managers. Known if this tab requested the email. */
    readonly email?: string | undefined
  }
  | { readonly step: "done" } & BackLink
  /** The link's code is missing, unknown, expired or already used, or was tried too often. */
  | BrokenLink & { readonly forgotUrl: string }

/** Returns the state of the password-reset screen. */
export const usePasswordReset = (): PasswordResetState => {
  const code = useLinkParameter("code")
  const { forgotPassword } = useHrefs("forgotPassword")
  const back = useWayBack()
  const email = useKeptEmail()
  const checked = useRunOnce(
    code,
    (code) =>
      code === null
        ? Effect.filterOrFail(wasDone, (done) => done, () => new VerificationCodeNotFound())
        : Effect.as(password.checkResetCode({ code }), false)
  )
  const form = useForm({
    initial: { password: "", repeated: "" },
    check: (typed) => ({
      // The platform uses up the code before it checks the length. A password that is too short would require another
      // email.
      password: validatePassword("password", typed.password),
      repeated: validateRepeat("repeated", typed.repeated, typed.password)
    }),
    submit: (typed) =>
      code == null
        ? Effect.fail(new VerificationCodeNotFound())
        : Effect.tap(password.reset({ code, password: typed.password }), markDone)
  })
  if (form.done || (checked._tag === "Done" && checked.result)) return { step: "done", ...back }
  if (checked._tag === "Failed") return { ...brokenLink(checked), forgotUrl: forgotPassword }
  return checked._tag === "Running" ? { step: "checking" } : { step: "ask", form, email }
}
