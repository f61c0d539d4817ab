/** The sign-out screen without its markup. */
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

/** What the sign-out screen shows. */
export type SignOutState =
  | {
    readonly step: "ask"
    /** `undefined`: somebody is signed in, and it cannot be known now who. */
    readonly userName: string | undefined
    readonly form: Form<{}>
    readonly homeUrl: string
  }
  /** `revoked: false`: the platform could not be told. */
  | { readonly step: "done"; readonly revoked: boolean; readonly homeUrl: string; readonly signInUrl: string }
  | { readonly step: "nobody"; readonly homeUrl: string; readonly signInUrl: string }

/** The sign-out screen's state. Suspends until it is known who is signed in, if that can be known. */
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
        // where the platform is out of reach, the next page may be too
        Effect.tap(({ revoked }) => revoked ? redirectTo.afterSignOut() : Effect.void)
      )
  })
  const urls = { homeUrl: home, signInUrl: signIn }
  if (revoked !== undefined) return { step: "done", revoked, ...urls }
  // nobody is signed in here any more while the platform is told
  if (session === "SignedOut" && !form.pending) return { step: "nobody", ...urls }
  const shown = user ?? last
  return { step: "ask", userName: shown === null ? undefined : userNameOf(shown), form, homeUrl: home }
}
