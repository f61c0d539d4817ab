/** State of the cli-auth-confirm screen. */
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

/** State of the cli-auth-confirm screen. */
export type CliConfirmationState =
  | {
    readonly step: "signedOut"
    readonly signInUrl: string
    /** Goes to the sign-in page, or to sign-up if the tool has an anonymous user to turn into an account. */
    readonly goOn: Form<{}>
  }
  | {
    readonly step: "ask"
    readonly userName: string
    /** The code that the tool shows too, so that users can compare both. `undefined` until the URL has been read. */
    readonly code: string | undefined
    readonly form: Form<{}>
    readonly deny: () => void
  }
  | { readonly step: "done"; readonly homeUrl: string }
  /** The user has declined. The platform can't notify the tool, which waits until its login expires. */
  | { readonly step: "denied"; readonly homeUrl: string }
  /** The URL has no `login_code`. */
  | { readonly step: "missing"; readonly homeUrl: string }
  | { readonly step: "broken"; readonly problem: unknown; readonly homeUrl: string }

/** Returns the state of the cli-auth-confirm screen. Suspends until the user is known. */
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
        // The user can sign in even if this check fails.
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
