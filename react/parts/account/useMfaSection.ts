/** State of the MFA section, for an authenticator app. */
"use client"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { totp } from "../../../src/flows/totp/index.ts"
import { useAction, useProject, useUser } from "../../index.ts"
import { inTurn } from "../form/inTurn.ts"
import { type Form, useForm } from "../form/useForm.ts"
import { useStateOfUser } from "../form/useUserId.ts"
import { validateCode } from "../form/validate.ts"
import { confirmFirst } from "./confirmFirst.ts"

/** State of the MFA section. Turning MFA on or off requires a recent sign-in. */
export type MfaSettingsState =
  | { readonly step: "off"; readonly begin: () => void; readonly beginning: boolean; readonly problem: unknown }
  /** Setup in progress. Nothing is stored until the form succeeds. */
  | {
    readonly step: "setUp"
    readonly enrolment: totp.TotpEnrolment
    readonly form: Form<{ readonly totp: string }>
    readonly cancel: () => void
  }
  | { readonly step: "on"; readonly turnOff: () => void; readonly turningOff: boolean; readonly problem: unknown }

/** Returns the state of the MFA section. Suspends until the user is known. */
export const useMfaSection = (): MfaSettingsState => {
  const user = useUser()
  const { displayName } = useProject()
  const beginning = useAction(begin)
  const turningOff = useAction(disable)
  const [hasBegun = false, setHasBegun] = useStateOfUser<boolean>()
  const enrolment = hasBegun && beginning.exit !== undefined && Exit.isSuccess(beginning.exit)
    ? beginning.exit.value
    : undefined
  const form = useForm({
    initial: { totp: "" },
    check: (typed) => ({ totp: validateCode("totp", typed.totp, 6) }),
    submit: (typed) =>
      enrolment === undefined
        ? Effect.succeed(null)
        : inTurn("user")(totp.enable({ secret: enrolment.secret, totp: typed.totp })),
    onSuccess: () => end()
  })
  const end = () => {
    beginning.reset()
    form.reset()
  }
  if (user?.requiresTotpMfa === true) {
    return {
      step: "on",
      turnOff: () => void turningOff.run(),
      turningOff: turningOff.isPending,
      problem: turningOff.error
    }
  }
  if (enrolment !== undefined) return { step: "setUp", enrolment, form, cancel: end }
  return {
    step: "off",
    begin: () => {
      turningOff.reset()
      setHasBegun(true)
      void beginning.run({ issuer: displayName, account: user?.primaryEmail ?? user?.displayName ?? user?.id })
    },
    beginning: beginning.isPending,
    problem: beginning.error
  }
}

const begin = (input: Parameters<typeof totp.begin>[0]) => confirmFirst(totp.begin(input))

// without MFA, an added address or passkey would be enough to sign in
const disable = () => confirmFirst(inTurn("user")(totp.disable()))
