/** State of the password section. */
"use client"
import * as Effect from "effect/Effect"
import { password } from "../../../src/flows/authentication/index.ts"
import { useUser } from "../../index.ts"
import { inTurn } from "../form/inTurn.ts"
import { type Form, useForm } from "../form/useForm.ts"
import { useStateOfUser } from "../form/useUserId.ts"
import { validateRepeat, validateRequired } from "../form/validate.ts"
import { confirmFirst } from "./confirmFirst.ts"

/** State of the password section. */
export type PasswordState =
  & {
    /** The account's email address, for password managers; empty if the account has none. */
    readonly userName: string
    /** Whether the last submission succeeded. The fields of the form are then empty again. */
    readonly saved: boolean
  }
  & (
    /** The account has no password yet. Setting it requires a recent sign-in. */
    | { readonly step: "set"; readonly form: Form<{ readonly password: string; readonly repeated: string }> }
    | {
      readonly step: "change"
      readonly form: Form<{ readonly oldPassword: string; readonly password: string; readonly repeated: string }>
    }
  )

/** Returns the state of the password section. Suspends until the user is known. */
export const usePasswordSection = (): PasswordState => {
  const user = useUser()
  const [saved = false, setSaved] = useStateOfUser<boolean>()
  const saving = <A, E, R>(save: Effect.Effect<A, E, R>) =>
    Effect.andThen(Effect.sync(() => setSaved(false)), inTurn("user")(save))
  const set = useForm({
    initial: { password: "", repeated: "" },
    check: (typed) => ({
      password: validateRequired("password", typed.password),
      repeated: validateRepeat("repeated", typed.repeated, typed.password)
    }),
    submit: (typed) => confirmFirst(saving(password.set({ password: typed.password }))),
    onSuccess: () => {
      set.reset()
      setSaved(true)
    }
  })
  const change = useForm({
    initial: { oldPassword: "", password: "", repeated: "" },
    check: (typed) => ({
      oldPassword: validateRequired("oldPassword", typed.oldPassword),
      password: validateRequired("password", typed.password),
      repeated: validateRepeat("repeated", typed.repeated, typed.password)
    }),
    submit: (typed) => saving(password.update({ oldPassword: typed.oldPassword, newPassword: typed.password })),
    onSuccess: () => {
      change.reset()
      setSaved(true)
    }
  })
  const userName = user?.primaryEmail ?? ""
  return user?.hasPassword === true
    ? { step: "change", form: change, userName, saved }
    : { step: "set", form: set, userName, saved }
}
