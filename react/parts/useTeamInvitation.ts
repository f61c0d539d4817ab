/** State of the team-invitation screen. */
"use client"
import * as Effect from "effect/Effect"
import { useState } from "react"
import { userNameOf } from "../../schemas/entities/names.ts"
import { restrictionOf } from "../../schemas/entities/restriction.ts"
import { TeamInvitationEmailMismatch } from "../../schemas/errors/teams.ts"
import { VerificationCodeNotFound } from "../../schemas/errors/verificationCodes.ts"
import { signOut } from "../../src/flows/authentication/index.ts"
import { teamInvitations } from "../../src/flows/teams/index.ts"
import { useAction, useUser } from "../index.ts"
import { type Form, useForm } from "./form/useForm.ts"
import { useRunOnce } from "./form/useRunOnce.ts"
import { type BrokenLink, brokenLink } from "./links/brokenLink.ts"
import { useLinkParameter } from "./links/useLinkParameter.ts"
import { markDone, wasDone } from "./onwards.ts"
import { useHrefs } from "./useHrefs.ts"

/** State of the team-invitation screen. */
export type TeamInvitationState =
  | { readonly step: "working" }
  /**
   * The state has no team name: the platform reveals it only to signed-in users, and a name in the link could be
   * forged. An invalid link is reported before the user signs in.
   */
  | { readonly step: "signedOut"; readonly signInUrl: string; readonly signUpUrl: string }
  /** Restricted users can't join teams: docs/platform.md §8.3. */
  | { readonly step: "restricted"; readonly onboardingUrl: string }
  | {
    readonly step: "ask"
    readonly teamName: string
    readonly userName: string
    readonly form: Form<{}>
    readonly decline: () => void
    readonly otherAccount: () => void
  }
  | { readonly step: "done"; readonly teamName: string; readonly homeUrl: string }
  | { readonly step: "declined"; readonly homeUrl: string }
  /** The invitation was sent to an address that the user does not own. */
  | {
    readonly step: "mismatch"
    readonly problem: TeamInvitationEmailMismatch
    readonly homeUrl: string
    readonly otherAccount: () => void
    readonly signingOut: boolean
  }
  | BrokenLink & { readonly homeUrl: string }

/** Returns the state of the team-invitation screen. Suspends until the user is known. */
export const useTeamInvitation = (): TeamInvitationState => {
  const user = useUser({ includeRestricted: true })
  const isRestricted = user !== null && restrictionOf(user) !== null
  const code = useLinkParameter("code", { stays: true })
  const { home, onboarding, signIn, signUp } = useHrefs("home", "onboarding", "signIn", "signUp")
  const [declined, setDeclined] = useState(false)
  const otherAccount = useAction(signOut)
  const details = useRunOnce(
    user === null || isRestricted ? undefined : code,
    (code) =>
      Effect.andThen(
        wasDone,
        code === null ? Effect.fail(new VerificationCodeNotFound()) : teamInvitations.details({ code })
      )
  )
  const checked = useRunOnce(
    user === null ? code : undefined,
    (code) => code === null ? Effect.fail(new VerificationCodeNotFound()) : teamInvitations.check({ code })
  )
  const form = useForm({
    initial: {},
    submit: () =>
      code == null
        ? Effect.fail(new VerificationCodeNotFound())
        : Effect.tap(teamInvitations.accept({ code }), markDone)
  })
  const urls = { homeUrl: home, signInUrl: signIn, signUpUrl: signUp }
  if (declined) return { step: "declined", ...urls }
  if (user === null) {
    const broken = checked._tag === "Failed" ? brokenLink(checked) : undefined
    // If the check failed but can be retried, it runs again after sign-in.
    return broken === undefined || broken.retry !== undefined ? { step: "signedOut", ...urls } : { ...broken, ...urls }
  }
  if (isRestricted) return { step: "restricted", onboardingUrl: onboarding }
  if (details._tag === "Running") return { step: "working" }
  if (details._tag === "Failed") {
    const { problem } = details
    return problem instanceof TeamInvitationEmailMismatch
      ? {
        step: "mismatch",
        problem,
        otherAccount: () => void otherAccount.run(),
        signingOut: otherAccount.isPending,
        homeUrl: home
      }
      : { ...brokenLink(details), ...urls }
  }
  const teamName = details.result.teamDisplayName
  if (form.done) return { step: "done", teamName, ...urls }
  return {
    step: "ask",
    teamName,
    userName: userNameOf(user),
    form,
    decline: () => setDeclined(true),
    otherAccount: () => void otherAccount.run()
  }
}
