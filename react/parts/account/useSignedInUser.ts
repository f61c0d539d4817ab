/** The user of a page for signed-in users. */
"use client"
import { useState } from "react"
import type { User } from "../../../schemas/entities/User.ts"
import { useUser } from "../../index.ts"
import { useRunOnce } from "../form/useRunOnce.ts"
import { useHrefs } from "../useHrefs.ts"
import { goToSignIn } from "./goToSignIn.ts"

/** State of a page for signed-in users without one. */
export type NotSignedInState =
  /**
   * The user is signed out or restricted. The page goes to the sign-in page or to `onboarding`, which later return
   * here.
   */
  | { readonly step: "leaving" }
  /**
   * The session ended while the page was open: the user signed out here or in another tab, or the account was deleted.
   */
  | { readonly step: "over"; readonly homeUrl: string; readonly signInUrl: string }

/** Returns the user, or goes to the sign-in page. Suspends until the user is known. */
export const useSignedInUser = ():
  | NotSignedInState
  | { readonly step: "open"; readonly homeUrl: string; readonly user: User } =>
{
  const user = useUser()
  const { home, signIn } = useHrefs("home", "signIn")
  const [wasOpen, setWasOpen] = useState(false)
  if (user !== null && !wasOpen) setWasOpen(true)
  useRunOnce(user === null && !wasOpen ? true : undefined, () => goToSignIn)
  if (user !== null) return { step: "open", homeUrl: home, user }
  return wasOpen ? { step: "over", homeUrl: home, signInUrl: signIn } : { step: "leaving" }
}
