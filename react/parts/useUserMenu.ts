/** The menu behind a person's picture, without markup: who is signed in, and where to go from there. */
"use client"
import * as Effect from "effect/Effect"
import { userNameOf } from "../../schemas/entities/names.ts"
import { restrictionOf } from "../../schemas/entities/RestrictedReason.ts"
import { signOut } from "../../src/flows/authentication/index.ts"
import { redirectTo } from "../../src/flows/redirects/index.ts"
import * as reads from "../../src/reads.ts"
import { useAction, useReadState } from "../index.ts"
import { useHrefs } from "./useHrefs.ts"

/** What the user button shows. */
export type UserMenuState =
  /** Not known yet. */
  | { readonly step: "loading" }
  /** Somebody is signed in, and it cannot be known now who. */
  | {
    readonly step: "unknown"
    readonly signInUrl: string
    readonly signOut: () => void
    readonly signingOut: boolean
  }
  | { readonly step: "signedOut"; readonly signInUrl: string; readonly signUpUrl: string }
  /** Signed in, and not to use the app yet. */
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
    /** Then goes to the page for after signing out. */
    readonly signOut: () => void
    readonly signingOut: boolean
  }

/** The user button's state. Does not suspend: it stands beside what people came for. */
export const useUserMenu = (): UserMenuState => {
  const state = useReadState(reads.currentUser)
  const leaving = useAction(leave)
  const { accountSettings, onboarding, signIn, signUp } = useHrefs("accountSettings", "onboarding", "signIn", "signUp")
  const session = useReadState(reads.session)
  if (state._tag === "Pending") return { step: "loading" }
  const leaves = { signOut: () => void leaving.run(), signingOut: leaving.isPending }
  const isSomebody = session._tag === "Success" && session.value._tag !== "SignedOut"
  if (state._tag === "Failure" && isSomebody) return { step: "unknown", signInUrl: signIn, ...leaves }
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

/** Goes on when the menu is gone with the page that only signed-in people see. */
const leave = () => Effect.uninterruptible(Effect.andThen(signOut(), redirectTo.afterSignOut()))
