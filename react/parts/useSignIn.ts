/** The sign-in screen without its markup. */
"use client"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { useState } from "react"
import { PasskeyCancelled } from "../../layers/browser/index.ts"
import { userNameOf } from "../../schemas/entities/names.ts"
import { restrictionOf } from "../../schemas/entities/RestrictedReason.ts"
import type { User } from "../../schemas/entities/User.ts"
import { PasskeyAuthenticationFailed } from "../../schemas/errors/passkeys.ts"
import { signIn, signOut } from "../../src/flows/authentication/index.ts"
import { oauth } from "../../src/flows/oauth/index.ts"
import { passkeys } from "../../src/flows/passkeys/index.ts"
import { redirectTo } from "../../src/flows/redirects/index.ts"
import * as reads from "../../src/reads.ts"
import { useAction, useProject, useReadState } from "../index.ts"
import { useLasting } from "../useLasting.ts"
import { code, emailAddress, required } from "./form/InputProblem.ts"
import { rememberProvider, useLastProvider } from "./form/lastProvider.ts"
import { useSharedEmail } from "./form/sharedEmail.ts"
import { type Form, useForm } from "./form/useForm.ts"
import { type SentMail, useResend } from "./form/useResend.ts"
import { useRunOnce } from "./form/useRunOnce.ts"
import { upgradeLater } from "./passkeyUpgrade/upgradeLater.ts"
import { type EnterOptions, type Leaving, useEnter } from "./useEnter.ts"
import { useHrefs } from "./useHrefs.ts"
import { useKnownUser } from "./useKnownUser.ts"

/** A form for the code of a mail. */
export type CodeForm = Form<{ readonly code: string }>

/** Ways to sign in with an account elsewhere. */
export interface OAuthChoices {
  /** Ids, the last used first, then in the project's order. */
  readonly providers: ReadonlyArray<string>
  /** The one of them that people went to last in this browser. */
  readonly lastUsed: string | undefined
  /** Goes to the provider; the page is left. */
  readonly start: (provider: string) => void
  /** The provider people are on their way to. */
  readonly busy: string | undefined
  readonly problem: unknown
}

/** A button that asks for a passkey. */
export interface PasskeyButton {
  readonly start: () => void
  readonly pending: boolean
  /** The person closed the browser's question. No reason for alarm. */
  readonly cancelled: boolean
  readonly problem: unknown
}

/** What the sign-in screen shows. */
export type SignInState =
  & { readonly projectName: string }
  & (
    | {
      readonly step: "signedIn"
      readonly userName: string
      readonly goOnUrl: string
      readonly signOut: Form<{}>
    }
    | Leaving
    | {
      readonly step: "methods"
      /** Absent where the project does not offer it. */
      readonly byPassword: Form<{ readonly email: string; readonly password: string }> | undefined
      /** Mails a code and a link. */
      readonly byCode: Form<{ readonly email: string }> | undefined
      readonly oauth: OAuthChoices | undefined
      /** Absent too where the browser has no passkeys. */
      readonly passkey: PasskeyButton | undefined
      /** Absent where the project takes no new users. */
      readonly signUpUrl: string | undefined
      readonly forgotUrl: string
      /** The way out where there is no way in. */
      readonly homeUrl: string
      /** `after_auth_return_to` is not on a trusted address and will not be followed. */
      readonly untrustedReturn: boolean
    }
    | { readonly step: "codeSent"; readonly code: CodeForm } & SentMail
  )

/** How the sign-in screen goes about it. */
export interface SignInOptions {
  /**
   * After a sign-in with a password the browser is asked to make a passkey, without asking the person, where it can, the
   * project has passkeys, and the user has none: once per user and browser.
   *
   * @default true
   */
  readonly passkeyUpgrade?: boolean | undefined
}

/**
 * The sign-in screen's state. Suspends until it is known what the project offers, and who is signed in if that can be
 * known.
 */
export const useSignIn = (
  { passkeyUpgrade = true, ...entering }: SignInOptions & EnterOptions = {}
): SignInState => {
  const ways = useWaysIn(entering)
  const { config, displayName } = useProject()
  const { forgotPassword, home, signUp } = useHrefs("home", "signUp", "forgotPassword")
  const byPassword = useForm({
    initial: { email: "", password: "" },
    check: ({ email, password }) => ({
      email: emailAddress("email", email),
      password: required("password", password)
    }),
    submit: ({ email, password }) =>
      ways.enter(
        signIn.withPassword({ email, password }).pipe(
          Effect.tap(passkeyUpgrade && config.passkeyEnabled ? upgradeLater : Effect.void),
          Effect.as({})
        )
      )
  })
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

/** What the sign-in and sign-up screens have in common. */
export const useWaysIn = (options?: EnterOptions) => {
  useReadState(reads.project) // asked for before the next line suspends
  const user = accountOf(useKnownUser())
  const { config } = useProject()
  const [mail, setMail] = useState<{ readonly email: string; readonly nonce: Redacted.Redacted }>()
  const { around, enter, leaving } = useEnter(options)
  const { afterSignIn, onboarding } = useHrefs("afterSignIn", "onboarding")
  const signingOut = useForm({ initial: {}, submit: signOut })
  const toProvider = useAction((provider: string) => around(oauth.signIn({ provider })))
  const [provider, setProvider] = useState<string>()
  const last = useLastProvider()
  const ids = config.enabledOauthProviders.map(({ id }) => id)
  const untrusted = useRunOnce(true, isReturnUntrusted)
  const byCode = useForm({
    initial: { email: "" },
    check: ({ email }) => ({ email: emailAddress("email", email) }),
    submit: ({ email }) => around(signIn.sendCode({ email })),
    onSuccess: ({ nonce }, { email }) => {
      again.begin()
      setMail({ email: email.trim(), nonce })
    }
  })
  const again = useResend(
    () => around(signIn.sendCode({ email: mail!.email })),
    // the code of the mail before is no good with it, and the link is
    ({ nonce }) => setMail((before) => before && { ...before, nonce })
  )
  const typed = useForm({
    initial: { code: "" },
    check: (values) => ({ code: code("code", values.code, 6) }),
    submit: (values) =>
      mail === undefined
        ? Effect.succeed(null)
        : enter(signIn.withCode({ code: values.code, nonce: mail.nonce }))
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

/** An anonymous user signs in as anybody does. */
const accountOf = (user: User | null): User | null => user?.isAnonymous === true ? null : user

const isReturnUntrusted = () =>
  redirectTo.hrefOf("afterSignIn").pipe(
    Effect.as(false),
    Effect.catchTag("RedirectNotTrusted", () => Effect.succeed(true))
  )

/** Offers passkeys in the fields as long as the screen is shown, and by a button. */
const usePasskeyButton = (
  offered: boolean,
  enter: ReturnType<typeof useEnter>["enter"]
): PasskeyButton | undefined => {
  const support = useRunOnce(offered ? true : undefined, passkeys.support)
  const asked = useAction(() => enter(passkeys.signIn()))
  // whoever has picked one goes on, although nothing is offered any more
  const filled = useAction((over: Effect.Effect<never>) => enter(Effect.raceFirst(untilPicked, over)))
  const { button = false, autofill = false } = support._tag === "Done" ? support.result : {}
  const { run: fillIn } = filled
  useLasting(() => {
    const over = Deferred.makeUnsafe<never>()
    // not among what a mount starts, which StrictMode interrupts
    if (offered && autofill) queueMicrotask(() => fillIn(Deferred.await(over)))
    return () => void Deferred.doneUnsafe(over, Effect.interrupt)
  }, [offered, autofill, fillIn])
  if (!offered || !button) return undefined
  // what went wrong while fields were filled in concerns nobody who did not pick a passkey
  const problem = asked.error ?? (filled.error instanceof PasskeyAuthenticationFailed ? filled.error : undefined)
  return {
    start: () => void asked.run(),
    pending: asked.isPending,
    cancelled: isCancelled(problem),
    problem: isCancelled(problem) ? undefined : problem
  }
}

const isCancelled = (problem: unknown): boolean => problem instanceof PasskeyCancelled

/** Whoever closes the browser's question, or picks a passkey that is no good, can pick another one. */
const untilPicked = Effect.retry(passkeys.signInByAutofill(), {
  while: (error) => error instanceof PasskeyCancelled || error instanceof PasskeyAuthenticationFailed,
  schedule: Schedule.spaced("1 second"),
  times: 5
})
