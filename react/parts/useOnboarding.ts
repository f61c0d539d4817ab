/** The onboarding screen without its markup: what a restricted user can do about it. docs/platform.md §8.3. */
"use client"
import * as Effect from "effect/Effect"
import { useState } from "react"
import { Reads } from "../../layers/reads/index.ts"
import { type Restriction, restrictionOf } from "../../schemas/entities/RestrictedReason.ts"
import { contactChannels, currentUser } from "../../src/flows/account/index.ts"
import { signOut } from "../../src/flows/authentication/index.ts"
import { redirectTo } from "../../src/flows/redirects/index.ts"
import * as reads from "../../src/reads.ts"
import { useUser } from "../index.ts"
import { emailAddress } from "./form/InputProblem.ts"
import { useCoolDown } from "./form/useCoolDown.ts"
import { type Form, useForm } from "./form/useForm.ts"
import { useRunOnce } from "./form/useRunOnce.ts"
import { type Leaving, useEnter } from "./useEnter.ts"
import { useHrefs } from "./useHrefs.ts"

/** What every restricted user can do. */
interface Restricted {
  /** Asks the platform whether the restriction is gone by now, and goes on if so. */
  readonly check: Form<{}>
  /** It was asked, and the restriction was still there. */
  readonly notYet: boolean
  readonly signOut: Form<{}>
}

/** What the onboarding screen shows. */
export type OnboardingState =
  /** Nobody is signed in, or an anonymous user. */
  | { readonly step: "signedOut"; readonly signInUrl: string; readonly signUpUrl: string }
  /** Nothing restricts the user. */
  | Leaving
  /** The user's address is to be verified. */
  | Restricted & {
    readonly step: "verify"
    readonly email: string
    /** Mails the link again. Does nothing while `resendIn` is not 0. */
    readonly resend: Form<{}>
    /** Seconds until a link can be mailed again. */
    readonly resendIn: number
    /** A link was mailed to the address from here. */
    readonly sent: boolean
    readonly otherAddress: () => void
  }
  /** The user has no address, or wants another one: it is mailed a link. */
  | {
    readonly step: "address"
    readonly form: Form<{ readonly email: string }>
    /** Keeps the address that there is. */
    readonly back: (() => void) | undefined
    readonly signOut: Form<{}>
  }
  /** An administrator has to lift it, or what else later platforms may restrict people for. */
  | Restricted & {
    readonly step: "waiting"
    readonly restrictedReason: Restriction
    /** What the administrator has to say about it, if anything. */
    readonly says: string | null
  }

/** A link is mailed again after so many seconds. */
const coolDown = 30

/** The onboarding screen's state. Suspends until it is known who is signed in. */
export const useOnboarding = (): OnboardingState => {
  const user = useUser({ includeRestricted: true })
  const { goOnwards, leaving } = useEnter()
  const { afterSignIn, signIn, signUp } = useHrefs("afterSignIn", "signIn", "signUp")
  const [sentTo, setSentTo] = useState<string>()
  const [changing, setChanging] = useState(false)
  const [found, setFound] = useState<"lifted" | "restricted">()
  const { begin, left } = useCoolDown(coolDown)
  const restrictedReason = user === null ? null : restrictionOf(user)
  const email = user?.primaryEmail ?? undefined
  // once, be it asked for here or seen after it was verified in another tab or on another device
  const isFree = user !== null && (restrictedReason === null || found === "lifted")
  useRunOnce(isFree ? true : undefined, () => goOnwards)
  const mailed = (to: string | undefined) => {
    setSentTo(to)
    setFound(undefined)
    begin()
  }
  const check = useForm({
    initial: {},
    submit: () => isLifted,
    onSuccess: (lifted) => setFound(lifted ? "lifted" : "restricted")
  })
  const resend = useForm({
    initial: {},
    submit: () => left === 0 ? Effect.as(contactChannels.sendVerificationMail(), true) : Effect.succeed(false),
    onSuccess: (sent) => sent && mailed(email)
  })
  const address = useForm({
    initial: { email: "" },
    check: (values) => ({ email: emailAddress("email", values.email) }),
    submit: (values) => contactChannels.changePrimary({ value: values.email }),
    onSuccess: ({ value }) => {
      address.reset()
      setChanging(false)
      mailed(value)
    }
  })
  const leave = useForm({ initial: {}, submit: leaveForHome })
  if (leaving !== undefined) return leaving
  if (user === null) return { step: "signedOut", signInUrl: signIn, signUpUrl: signUp }
  if (restrictedReason === null || isFree) {
    return { step: "leaving", to: "onwards", isNewUser: false, href: afterSignIn }
  }
  const common = { check, notYet: found === "restricted", signOut: leave }
  if (restrictedReason !== "email_not_verified") {
    return { step: "waiting", restrictedReason, says: user.restrictedByAdminReason ?? null, ...common }
  }
  if (email === undefined || changing) {
    const back = email === undefined ? undefined : () => setChanging(false)
    return { step: "address", form: address, back, signOut: leave }
  }
  return {
    step: "verify",
    email,
    resend,
    resendIn: left,
    sent: sentTo === email,
    otherAddress: () => setChanging(true),
    ...common
  }
}

const leaveForHome = () => Effect.andThen(signOut(), redirectTo.afterSignOut())

/** Whether the user may use the app by now. What hooks show of the user is read again then. */
const isLifted = Effect.gen(function*() {
  const user = yield* currentUser.get({ includeRestricted: true })
  const lifted = user !== null && restrictionOf(user) === null
  if (lifted) yield* (yield* Reads).refresh(reads.currentUser)
  return lifted
})
