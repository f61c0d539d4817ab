/** The sign-up screen without its markup. */
"use client"
import * as Effect from "effect/Effect"
import { signUp } from "../../src/flows/authentication/index.ts"
import { useProject } from "../index.ts"
import { emailAddress, required } from "./form/InputProblem.ts"
import { useSharedEmail } from "./form/sharedEmail.ts"
import { type Form, useForm } from "./form/useForm.ts"
import type { SentMail } from "./form/useResend.ts"
import type { EnterOptions, Leaving } from "./useEnter.ts"
import { useHrefs } from "./useHrefs.ts"
import { type CodeForm, type OAuthChoices, useWaysIn } from "./useSignIn.ts"

/** What the sign-up screen shows. */
export type SignUpState =
  | { readonly step: "signedIn"; readonly userName: string; readonly goOnUrl: string; readonly signOut: Form<{}> }
  | Leaving
  /** The project takes no new users. */
  | { readonly step: "closed"; readonly signInUrl: string }
  | {
    readonly step: "methods"
    readonly projectName: string
    readonly byPassword: Form<{ readonly email: string; readonly password: string }> | undefined
    /** Where there is no password: a mailed code makes the account. */
    readonly byCode: Form<{ readonly email: string }> | undefined
    readonly oauth: OAuthChoices | undefined
    readonly signInUrl: string
    /** The way out where there is no way in. */
    readonly homeUrl: string
    /** `after_auth_return_to` is not on a trusted address and will not be followed. */
    readonly untrustedReturn: boolean
  }
  | { readonly step: "codeSent"; readonly code: CodeForm } & SentMail

/**
 * The sign-up screen's state. Suspends until it is known what the project offers, and who is signed in if that can be
 * known.
 */
export const useSignUp = (options?: EnterOptions): SignUpState => {
  const ways = useWaysIn(options)
  const { config, displayName } = useProject()
  const { home, signIn: signInUrl } = useHrefs("home", "signIn")
  const byPassword = useForm({
    initial: { email: "", password: "" },
    check: ({ email, password }) => ({
      email: emailAddress("email", email),
      // how short is too short is for the platform to say
      password: required("password", password)
    }),
    submit: ({ email, password }) =>
      ways.enter(Effect.map(signUp.withPassword({ email, password }), () => ({ isNewUser: true })))
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
