/** The password-reset screen without its markup. */
"use client"
import * as Effect from "effect/Effect"
import { VerificationCodeNotFound } from "../../schemas/errors/verificationCodes.ts"
import { password } from "../../src/flows/authentication/index.ts"
import { repeated, tooShort } from "./form/InputProblem.ts"
import { useKeptEmail } from "./form/sharedEmail.ts"
import { type Form, useForm } from "./form/useForm.ts"
import { useRunOnce } from "./form/useRunOnce.ts"
import { type BrokenLink, brokenLink } from "./links/brokenLink.ts"
import { useLinkParameter } from "./links/useLinkParameter.ts"
import { markDone, wasDone } from "./onwards.ts"
import { useHrefs } from "./useHrefs.ts"
import { useWayBack, type WayBack } from "./useWayBack.ts"

/** What the password-reset screen shows. */
export type PasswordResetState =
  | { readonly step: "checking" }
  | {
    readonly step: "ask"
    readonly form: Form<{ readonly password: string; readonly repeated: string }>
    /** Whose password it is, for password managers; where the mail was asked for in this tab. */
    readonly email?: string | undefined
  }
  | { readonly step: "done" } & WayBack
  /** The code of the link is missing, unknown, expired, used or worn out. */
  | BrokenLink & { readonly forgotUrl: string }

/** The password-reset screen's state. */
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
      // the code is used up before the platform looks at the length, and would cost another mail
      password: tooShort("password", typed.password),
      repeated: repeated("repeated", typed.repeated, typed.password)
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
