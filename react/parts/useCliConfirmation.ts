/** The cli-auth-confirm screen without its markup. */
"use client"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { useState } from "react"
import { userNameOf } from "../../schemas/entities/names.ts"
import { CliAuthError } from "../../schemas/errors/index.ts"
import { cliLogin, confirmationCode } from "../../src/flows/cli/index.ts"
import { redirectTo } from "../../src/flows/redirects/index.ts"
import { useUser } from "../index.ts"
import { type Form, useForm } from "./form/useForm.ts"
import { useLinkParameter } from "./links/useLinkParameter.ts"
import { useHrefs } from "./useHrefs.ts"

/** What the cli-auth-confirm screen shows. */
export type CliConfirmationState =
  | {
    readonly step: "signedOut"
    readonly signInUrl: string
    /** Goes on to signing in, or to signing up where the tool brought an anonymous user along, who becomes the account. */
    readonly goOn: Form<{}>
  }
  | {
    readonly step: "ask"
    readonly userName: string
    /** The tool shows the same: whoever sees another one did not start it. `undefined` until the address was read. */
    readonly code: string | undefined
    readonly form: Form<{}>
    readonly deny: () => void
  }
  | { readonly step: "done"; readonly homeUrl: string }
  /** Nothing was sent, for the platform knows no denial: the tool waits on until its login expires. */
  | { readonly step: "denied"; readonly homeUrl: string }
  /** The address has no `login_code`. */
  | { readonly step: "missing"; readonly homeUrl: string }
  | { readonly step: "broken"; readonly problem: unknown; readonly homeUrl: string }

/** The cli-auth-confirm screen's state. Suspends until it is known who is signed in. */
export const useCliConfirmation = (): CliConfirmationState => {
  const user = useUser()
  const loginCode = useLinkParameter("login_code", { stays: true })
  const { home: homeUrl, signIn: signInUrl } = useHrefs("home", "signIn")
  const [denied, setDenied] = useState(false)
  const form = useForm({
    initial: {},
    submit: () => loginCode == null ? Effect.fail(new CliAuthError()) : cliLogin.confirm({ loginCode })
  })
  const goOn = useForm({
    initial: {},
    submit: () =>
      (loginCode == null ? Effect.fail(new CliAuthError()) : cliLogin.takeAnonymousUser({ loginCode })).pipe(
        // who cannot be asked about now may still sign in
        Effect.catchTag("CallError", () => Effect.succeed(false)),
        Effect.flatMap((isThere) => isThere ? redirectTo.signUp() : redirectTo.signIn())
      )
  })
  if (loginCode === null) return { step: "missing", homeUrl }
  if (user === null) {
    return goOn.problem instanceof CliAuthError
      ? { step: "broken", problem: goOn.problem, homeUrl }
      : { step: "signedOut", signInUrl, goOn }
  }
  if (form.done) return { step: "done", homeUrl }
  if (form.problem instanceof CliAuthError) return { step: "broken", problem: form.problem, homeUrl }
  if (denied) return { step: "denied", homeUrl }
  return {
    step: "ask",
    userName: userNameOf(user),
    code: loginCode && confirmationCode(Redacted.value(loginCode)),
    form,
    deny: () => setDenied(true)
  }
}
