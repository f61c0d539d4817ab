/** State of the sign-in screen. */
"use client"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { useState } from "react"
import { PasskeyCancelled } from "../../layers/browser/index.ts"
import { userNameOf } from "../../schemas/entities/names.ts"
import { restrictionOf } from "../../schemas/entities/restriction.ts"
import type { User } from "../../schemas/entities/User.ts"
import { PasskeyAuthenticationFailed } from "../../schemas/errors/passkeys.ts"
import { signOut } from "../../src/flows/authentication/index.ts"
import { redirectTo } from "../../src/flows/redirects/index.ts"
import * as reads from "../../src/reads.ts"
import { useAction, useProject, useReadState } from "../index.ts"
import { useLasting } from "../useLasting.ts"
import { useLastProvider } from "./form/lastProvider.ts"
import { authentication, oauth, passkeys, useLoadedLater } from "./form/laterFlows.ts"
import { useSharedEmail } from "./form/sharedEmail.ts"
import { type Form, type FormOptions, useForm } from "./form/useForm.ts"
import { type SentMail, useResend } from "./form/useResend.ts"
import { useRunOnce } from "./form/useRunOnce.ts"
import { validateCode, validateEmailAddress, validateRequired } from "./form/validate.ts"
import { upgradeLater } from "./passkeyUpgrade/upgradeLater.ts"
import { type EnterOptions, type EnterScreenOptions, type LeavingState, useEnter } from "./useEnter.ts"
import { useHrefs } from "./useHrefs.ts"
import { useKnownUser } from "./useKnownUser.ts"

/** A form for an emailed code. */
export type CodeForm = Form<{ readonly code: string }>

/** Sign-in with OAuth providers. */
export interface OAuthChoices {
  /** Provider ids: the last used one first, then in the project's order. */
  readonly providers: ReadonlyArray<string>
  /** The provider used last in this browser. */
  readonly lastUsed: string | undefined
  /** Goes to the provider. */
  readonly start: (provider: string) => void
  /** The provider that the page is navigating to. */
  readonly busy: string | undefined
  readonly problem: unknown
}

/** A button for signing in with a passkey. */
export interface PasskeyButton {
  readonly start: () => void
  readonly pending: boolean
  /** The user dismissed the browser's prompt. Don't show this as an error. */
  readonly cancelled: boolean
  readonly problem: unknown
}

/** State of the sign-in screen. */
export type SignInState =
  & { readonly projectName: string }
  & (
    | {
      readonly step: "signedIn"
      readonly userName: string
      readonly goOnUrl: string
      readonly signOut: Form<{}>
    }
    | LeavingState
    | {
      readonly step: "methods"
      /** Form for sign-in with a password. `undefined` if the project doesn't offer it. */
      readonly byPassword: Form<{ readonly email: string; readonly password: string }> | undefined
      /** Form that sends a code and a link by email. */
      readonly byCode: Form<{ readonly email: string }> | undefined
      readonly oauth: OAuthChoices | undefined
      /**
       * Button for sign-in with a passkey. `undefined` if the project doesn't offer it, or the browser doesn't support
       * it.
       */
      readonly passkey: PasskeyButton | undefined
      /** `undefined` if the project has disabled sign-up. */
      readonly signUpUrl: string | undefined
      readonly forgotUrl: string
      /** A link for visitors who can't sign in. */
      readonly homeUrl: string
      /** Whether `after_auth_return_to` is not a trusted URL and will be ignored. */
      readonly untrustedReturn: boolean
    }
    | { readonly step: "codeSent"; readonly code: CodeForm } & SentMail
  )

/** Options for the sign-in screen. */
export interface SignInOptions {
  /**
   * Whether to create a passkey after a password sign-in, without a prompt. Requires that the browser supports it, the
   * project has passkeys enabled and the user has none. Attempted once per user and browser.
   *
   * @default true
   */
  readonly passkeyUpgrade?: boolean | undefined
}

/**
 * Returns the state of the sign-in screen. Suspends until the project's configuration is known, and the user if
 * possible.
 *
 * @example
 * ```tsx
 * import { useSignIn } from "latchkey/react/parts"
 *
 * const Page = () => {
 *   const state = useSignIn()
 *   return state.step === "signedIn" ? <p>Signed in as {state.userName}</p> : <h1>Sign in to {state.projectName}</h1>
 * }
 * <Page /> // <p>Signed in as Ada</p>
 * ```
 */
export const useSignIn = (
  { passkeyUpgrade = true, ...entering }: SignInOptions & EnterOptions = {}
): SignInState => {
  const ways = useWaysIn(entering)
  const { config, displayName } = useProject()
  const { forgotPassword, home, signUp } = useHrefs("home", "signUp", "forgotPassword")
  const byPassword = usePasswordForm((credentials) =>
    ways.enter(
      Effect.flatMap(authentication, ({ signIn }) => signIn.withPassword(credentials)).pipe(
        Effect.tap(passkeyUpgrade && config.passkeyEnabled ? upgradeLater : Effect.void),
        Effect.as({})
      )
    )
  )
  useSharedEmail(byPassword, ways.byCode)
  const passkey = usePasskeyButton(config.passkeyEnabled && !ways.isIn, ways.enter)
  const projectName = displayName
  if (ways.leaving !== undefined) return { projectName, ...ways.leaving }
  if (ways.signedIn !== undefined) return { step: "signedIn", projectName, ...ways.signedIn }
  if (ways.sent !== undefined) return { step: "codeSent", projectName, ...ways.sent }
  return {
    step: "methods",
    projectName,
    byPassword: config.credentialEnabled ? byPassword : undefined,
    byCode: config.magicLinkEnabled ? ways.byCode : undefined,
    oauth: ways.oauth,
    passkey,
    signUpUrl: config.signUpEnabled ? signUp : undefined,
    forgotUrl: forgotPassword,
    homeUrl: home,
    untrustedReturn: ways.untrustedReturn
  }
}

/** Returns the form of a sign-in with a password. */
export const usePasswordForm = <A, E>(
  submit: FormOptions<{ readonly email: string; readonly password: string }, A, E>["submit"],
  email = ""
) =>
  useForm({
    initial: { email, password: "" },
    check: ({ email, password }) => ({
      email: validateEmailAddress("email", email),
      password: validateRequired("password", password)
    }),
    submit
  })

/**
 * Returns the state that the sign-in and sign-up screens share. `email` is the initial value of the form for a code.
 */
export const useWaysIn = (options?: EnterScreenOptions, email = "") => {
  useReadState(reads.project) // starts the request before the next line suspends
  const user = accountOf(useKnownUser())
  const { config } = useProject()
  const [mail, setMail] = useState<{ readonly email: string; readonly nonce: Redacted.Redacted }>()
  const { around, enter, leaving } = useEnter(options)
  const { afterSignIn, onboarding } = useHrefs("afterSignIn", "onboarding")
  const signingOut = useForm({ initial: {}, submit: signOut })
  const toProvider = useAction((provider: string) =>
    around(Effect.flatMap(oauth, ({ signIn }) => signIn({ provider })))
  )
  const [provider, setProvider] = useState<string>()
  const [last, rememberProvider] = useLastProvider()
  const ids = config.enabledOauthProviders.map(({ id }) => id)
  useLoadedLater(authentication, ...(ids.length === 0 ? [] : [oauth]))
  const untrusted = useRunOnce(true, isReturnUntrusted)
  const byCode = useForm({
    initial: { email },
    check: ({ email }) => ({ email: validateEmailAddress("email", email) }),
    submit: ({ email }) => around(sendCode(email)),
    onSuccess: ({ nonce }, { email }) => {
      again.begin()
      setMail({ email: email.trim(), nonce })
    }
  })
  const again = useResend(
    () => around(sendCode(mail!.email)),
    // A new email invalidates the nonce of the previous one.
    ({ nonce }) => setMail((before) => before && { ...before, nonce })
  )
  const typed = useForm({
    initial: { code: "" },
    check: (values) => ({ code: validateCode("code", values.code, 6) }),
    submit: (values) =>
      mail === undefined
        ? Effect.succeed(null)
        : enter(
          Effect.flatMap(authentication, ({ signIn }) => signIn.withCode({ code: values.code, nonce: mail.nonce }))
        )
  })
  return {
    byCode,
    enter,
    leaving,
    isIn: user !== null || leaving !== undefined,
    signedIn: user === null ? undefined : {
      userName: userNameOf(user),
      goOnUrl: restrictionOf(user) === null ? afterSignIn : onboarding,
      signOut: signingOut
    },
    sent: mail === undefined ? undefined : {
      email: mail.email,
      code: typed,
      ...again.state,
      startOver: () => {
        typed.reset()
        setMail(undefined)
      }
    },
    oauth: ids.length === 0 ? undefined : {
      providers: ids.toSorted((one, other) => Number(other === last) - Number(one === last)),
      lastUsed: ids.find((id) => id === last),
      start: (id: string) => {
        rememberProvider(id)
        setProvider(id)
        void toProvider.run(id)
      },
      busy: toProvider.isPending ? provider : undefined,
      problem: toProvider.error
    },
    untrustedReturn: untrusted._tag === "Done" && untrusted.result
  }
}

const sendCode = (email: string) => Effect.flatMap(authentication, ({ signIn }) => signIn.sendCode({ email }))

/** Treats an anonymous user as signed out. */
const accountOf = (user: User | null): User | null => user?.isAnonymous === true ? null : user

const isReturnUntrusted = () =>
  redirectTo.hrefOf("afterSignIn").pipe(
    Effect.as(false),
    Effect.catchTag("RedirectNotTrusted", () => Effect.succeed(true))
  )

/** Offers passkeys through autofill while the screen is shown, and with a button. */
const usePasskeyButton = (
  offered: boolean,
  enter: ReturnType<typeof useEnter>["enter"]
): PasskeyButton | undefined => {
  const support = useRunOnce(offered ? true : undefined, () => passkeySupport)
  const asked = useAction(() => enter(Effect.flatMap(passkeys, ({ signIn }) => signIn())))
  // A passkey that the user has already selected still signs in after autofill stops.
  const filled = useAction((over: Effect.Effect<never>) => enter(Effect.raceFirst(untilPicked, over)))
  const { button = false, autofill = false } = support._tag === "Done" ? support.result : {}
  const { run: fillIn } = filled
  useLasting(() => {
    const over = Deferred.makeUnsafe<never>()
    // Deferred, because StrictMode interrupts effects that start during the mount.
    if (offered && autofill) queueMicrotask(() => fillIn(Deferred.await(over)))
    return () => void Deferred.doneUnsafe(over, Effect.interrupt)
  }, [offered, autofill, fillIn])
  if (!offered || !button) return undefined
  // Autofill errors are shown only after the user picked a passkey.
  const problem = asked.error ?? (filled.error instanceof PasskeyAuthenticationFailed ? filled.error : undefined)
  return {
    start: () => void asked.run(),
    pending: asked.isPending,
    cancelled: isCancelled(problem),
    problem: isCancelled(problem) ? undefined : problem
  }
}

const isCancelled = (problem: unknown): boolean => problem instanceof PasskeyCancelled

/** Waits for a passkey from autofill; starts again after a dismissed prompt or a rejected passkey. */
const untilPicked = Effect.flatMap(passkeys, ({ signInByAutofill }) =>
  Effect.retry(signInByAutofill(), {
    while: (error) => error instanceof PasskeyCancelled || error instanceof PasskeyAuthenticationFailed,
    schedule: Schedule.spaced("1 second"),
    times: 5
  }))

/**
 * Loads the passkey code before the button is shown, so that a click opens the prompt immediately: browsers allow the
 * prompt only shortly after a click.
 */
const passkeySupport = Effect.flatMap(
  Effect.retry(passkeys, { schedule: Schedule.spaced("2 seconds"), times: 5 }),
  ({ support }) => support()
)
