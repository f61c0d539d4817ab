/** State of the user menu. */
"use client"
import * as Effect from "effect/Effect"
import { userNameOf } from "../../schemas/entities/names.ts"
import { restrictionOf } from "../../schemas/entities/restriction.ts"
import { signOut } from "../../src/flows/authentication/index.ts"
import { redirectTo } from "../../src/flows/redirects/index.ts"
import * as reads from "../../src/reads.ts"
import { useAction, useReadState } from "../index.ts"
import { useHrefs } from "./useHrefs.ts"

/** State of the user button. */
export type UserMenuState =
  /** It is not known yet whether a user is signed in. */
  | { readonly step: "loading" }
  /** A session exists, but its user can't be read at the moment. */
  | {
    readonly step: "unknown"
    readonly signInUrl: string
    readonly signOut: () => void
    readonly signingOut: boolean
  }
  | { readonly step: "signedOut"; readonly signInUrl: string; readonly signUpUrl: string }
  /** The user is signed in, but restricted. */
  | {
    readonly step: "restricted"
    readonly userId: string
    readonly userName: string
    readonly email: string | null
    readonly pictureUrl: string | null
    readonly onboardingUrl: string
    readonly signOut: () => void
    readonly signingOut: boolean
  }
  | {
    readonly step: "signedIn"
    readonly userId: string
    readonly userName: string
    readonly email: string | null
    readonly pictureUrl: string | null
    readonly settingsUrl: string
    /** Signs out, then goes to the `afterSignOut` page. */
    readonly signOut: () => void
    readonly signingOut: boolean
  }

/** Returns the state of the user button. Doesn't suspend, because it sits next to the page's main content. */
export const useUserMenu = (): UserMenuState => {
  const state = useReadState(reads.currentUser)
  const leaving = useAction(leave)
  const { accountSettings, onboarding, signIn, signUp } = useHrefs("accountSettings", "onboarding", "signIn", "signUp")
  const session = useReadState(reads.session)
  if (state._tag === "Pending") return { step: "loading" }
  const leaves = { signOut: () => void leaving.run(), signingOut: leaving.isPending }
  const hasSession = session._tag === "Success" && session.value._tag !== "SignedOut"
  if (state._tag === "Failure" && hasSession) return { step: "unknown", signInUrl: signIn, ...leaves }
  const user = state._tag === "Success" ? state.value : null
  if (user === null || user.isAnonymous) return { step: "signedOut", signInUrl: signIn, signUpUrl: signUp }
  const shown = {
    userId: user.id,
    userName: userNameOf(user),
    email: user.primaryEmail,
    pictureUrl: user.profileImageUrl,
    ...leaves
  }
  return restrictionOf(user) === null
    ? { step: "signedIn", settingsUrl: accountSettings, ...shown }
    : { step: "restricted", onboardingUrl: onboarding, ...shown }
}

/** Uninterruptible, because sign-out unmounts the menu. */
export const leave = () => Effect.uninterruptible(Effect.andThen(signOut(), redirectTo.afterSignOut()))
