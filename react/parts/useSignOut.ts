/** State of the sign-out screen. */
"use client"
import * as Effect from "effect/Effect"
import { useState } from "react"
import { userNameOf } from "../../schemas/entities/names.ts"
import { signOut } from "../../src/flows/authentication/index.ts"
import { redirectTo } from "../../src/flows/redirects/index.ts"
import { useSession } from "../index.ts"
import { type Form, useForm } from "./form/useForm.ts"
import { useHrefs } from "./useHrefs.ts"
import { useKnownUser } from "./useKnownUser.ts"

/** State of the sign-out screen. */
export type SignOutState =
  | {
    readonly step: "ask"
    /** `undefined`: a session exists, but its user can't be read at the moment. */
    readonly userName: string | undefined
    readonly form: Form<{}>
    readonly homeUrl: string
  }
  /** `revoked: false`: the platform could not be reached to revoke the session. */
  | { readonly step: "done"; readonly revoked: boolean; readonly homeUrl: string; readonly signInUrl: string }
  | { readonly step: "nobody"; readonly homeUrl: string; readonly signInUrl: string }

/** Returns the state of the sign-out screen. Suspends until the user is known, or can't be read. */
export const useSignOut = (): SignOutState => {
  const user = useKnownUser()
  const { _tag: session } = useSession()
  const [last, setLast] = useState(user)
  if (user !== null && user !== last) setLast(user)
  const { home, signIn } = useHrefs("home", "signIn")
  const [revoked, setRevoked] = useState<boolean>()
  const form = useForm({
    initial: {},
    submit: () =>
      signOut().pipe(
        Effect.tap((outcome) => Effect.sync(() => setRevoked(outcome.revoked))),
        // If the platform can't be reached, the next page may not load either.
        Effect.tap(({ revoked }) => revoked ? redirectTo.afterSignOut() : Effect.void)
      )
  })
  const urls = { homeUrl: home, signInUrl: signIn }
  if (revoked !== undefined) return { step: "done", revoked, ...urls }
  // The session ends in this browser before the platform has revoked it.
  if (session === "SignedOut" && !form.pending) return { step: "nobody", ...urls }
  const shown = user ?? last
  return { step: "ask", userName: shown === null ? undefined : userNameOf(shown), form, homeUrl: home }
}
