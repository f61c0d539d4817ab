/** State of the sign-up screen. */
"use client"
import * as Effect from "effect/Effect"
import { useProject } from "../index.ts"
import { authentication } from "./form/laterFlows.ts"
import { useSharedEmail } from "./form/sharedEmail.ts"
import { type Form, useForm } from "./form/useForm.ts"
import type { SentMail } from "./form/useResend.ts"
import { validateEmailAddress, validateRequired } from "./form/validate.ts"
import type { EnterOptions, LeavingState } from "./useEnter.ts"
import { useHrefs } from "./useHrefs.ts"
import { type CodeForm, type OAuthChoices, useWaysIn } from "./useSignIn.ts"

/** State of the sign-up screen. */
export type SignUpState =
  | { readonly step: "signedIn"; readonly userName: string; readonly goOnUrl: string; readonly signOut: Form<{}> }
  | LeavingState
  /** The project has disabled sign-up. */
  | { readonly step: "closed"; readonly signInUrl: string }
  | {
    readonly step: "methods"
    readonly projectName: string
    readonly byPassword: Form<{ readonly email: string; readonly password: string }> | undefined
    /** Shown if the project has no sign-up with a password: an emailed code creates the account. */
    readonly byCode: Form<{ readonly email: string }> | undefined
    readonly oauth: OAuthChoices | undefined
    readonly signInUrl: string
    /** A link for visitors who can't sign in. */
    readonly homeUrl: string
    /** Whether `after_auth_return_to` is not a trusted URL and will be ignored. */
    readonly untrustedReturn: boolean
  }
  | { readonly step: "codeSent"; readonly code: CodeForm } & SentMail

/**
 * Returns the state of the sign-up screen. Suspends until the project's configuration is known, and the user if
 * possible.
 */
export const useSignUp = (options?: EnterOptions): SignUpState => {
  const ways = useWaysIn(options)
  const { config, displayName } = useProject()
  const { home, signIn: signInUrl } = useHrefs("home", "signIn")
  const byPassword = useForm({
    initial: { email: "", password: "" },
    check: ({ email, password }) => ({
      email: validateEmailAddress("email", email),
      // The platform checks the length.
      password: validateRequired("password", password)
    }),
    submit: ({ email, password }) =>
      ways.enter(
        Effect.as(
          Effect.flatMap(authentication, ({ signUp }) => signUp.withPassword({ email, password })),
          { isNewUser: true }
        )
      )
  })
  useSharedEmail(byPassword, ways.byCode)
  if (ways.leaving !== undefined) return ways.leaving
  if (ways.signedIn !== undefined) return { step: "signedIn", ...ways.signedIn }
  if (ways.sent !== undefined) return { step: "codeSent", ...ways.sent }
  if (!config.signUpEnabled) return { step: "closed", signInUrl }
  return {
    step: "methods",
    projectName: displayName,
    byPassword: config.credentialEnabled ? byPassword : undefined,
    byCode: config.magicLinkEnabled ? ways.byCode : undefined,
    oauth: ways.oauth,
    signInUrl,
    homeUrl: home,
    untrustedReturn: ways.untrustedReturn
  }
}
