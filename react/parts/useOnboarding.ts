/** State of the onboarding screen, for restricted users. docs/platform.md §8.3. */
"use client"
import * as Effect from "effect/Effect"
import { useState } from "react"
import { ReadCache } from "../../layers/reads/index.ts"
import { type Restriction, restrictionOf } from "../../schemas/entities/restriction.ts"
import { signOut } from "../../src/flows/authentication/index.ts"
import { redirectTo } from "../../src/flows/redirects/index.ts"
import * as reads from "../../src/reads.ts"
import { useUser } from "../index.ts"
import { inTurn } from "./form/inTurn.ts"
import { account, useLoadedLater } from "./form/laterFlows.ts"
import { useCoolDown } from "./form/useCoolDown.ts"
import { type Form, useForm } from "./form/useForm.ts"
import { useRunOnce } from "./form/useRunOnce.ts"
import { validateEmailAddress } from "./form/validate.ts"
import { type LeavingState, useEnter } from "./useEnter.ts"
import { useHrefs } from "./useHrefs.ts"

/** Actions for every restricted user. */
interface Restricted {
  /** Reads the user again, and goes on if the restriction has been lifted. */
  readonly check: Form<{}>
  /** Whether the last check found that the restriction still applies. */
  readonly notYet: boolean
  readonly signOut: Form<{}>
}

/** State of the onboarding screen. */
export type OnboardingState =
  /** The visitor is signed out or has an anonymous user. */
  | { readonly step: "signedOut"; readonly signInUrl: string; readonly signUpUrl: string }
  /** The user is not restricted. */
  | LeavingState
  /** The user's address has to be verified. */
  | Restricted & {
    readonly step: "verify"
    readonly email: string
    /** Sends the link again. Does nothing until `resendIn` is 0. */
    readonly resend: Form<{}>
    /** Seconds until a link can be sent again. */
    readonly resendIn: number
    /** Whether this screen sent a link to the address. */
    readonly sent: boolean
    readonly otherAddress: () => void
  }
  /** The user has no address, or wants to change it. The new address receives a link. */
  | {
    readonly step: "address"
    readonly form: Form<{ readonly email: string }>
    /** Returns to the current address. */
    readonly back: (() => void) | undefined
    readonly signOut: Form<{}>
  }
  /** An administrator has to lift the restriction, or its reason is unknown to this version. */
  | Restricted & {
    readonly step: "waiting"
    readonly restrictedReason: Restriction
    /** The administrator's message to the user, if any. */
    readonly says: string | null
  }

/** Seconds between two emails. */
const coolDown = 30

/** Returns the state of the onboarding screen. Suspends until the user is known. */
export const useOnboarding = (): OnboardingState => {
  const user = useUser({ includeRestricted: true })
  const { goOnwards, leaving } = useEnter()
  const { afterSignIn, signIn, signUp } = useHrefs("afterSignIn", "signIn", "signUp")
  const [sentTo, setSentTo] = useState<string>()
  const [changing, setChanging] = useState(false)
  const [found, setFound] = useState<"lifted" | "restricted">()
  const { begin, left } = useCoolDown(coolDown)
  useLoadedLater(account)
  const restrictedReason = user === null ? null : restrictionOf(user)
  const email = user?.primaryEmail ?? undefined
  // Runs once, no matter whether the check or a refreshed read finds that the restriction was lifted.
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
    submit: () =>
      left === 0
        ? Effect.as(
          inTurn("user")(Effect.flatMap(account, ({ contactChannels }) => contactChannels.sendVerificationMail())),
          true
        )
        : Effect.succeed(false),
    onSuccess: (sent) => sent && mailed(email)
  })
  const address = useForm({
    initial: { email: "" },
    check: (values) => ({ email: validateEmailAddress("email", values.email) }),
    submit: (values) =>
      inTurn("user")(
        Effect.flatMap(account, ({ contactChannels }) => contactChannels.changePrimary({ value: values.email }))
      ),
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

/** Whether the restriction has been lifted. If so, refreshes the cached user. */
const isLifted = Effect.gen(function*() {
  const { currentUser } = yield* account
  const user = yield* currentUser.get({ includeRestricted: true })
  const lifted = user !== null && restrictionOf(user) === null
  if (lifted) yield* (yield* ReadCache).refresh(reads.currentUser)
  return lifted
})
