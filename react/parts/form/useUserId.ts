/** Binds state to a user, so that a user who signs in later can't see it. docs/laws.md D19. */
"use client"
import * as Option from "effect/Option"
import { useState } from "react"
import * as reads from "../../../src/reads.ts"
import { useReadState } from "../../index.ts"

/** Returns the id of the signed-in user, including anonymous ones. `undefined` while unknown, and when signed out. */
export const useUserId = (): string | undefined => {
  const session = useReadState(reads.session)
  return session._tag === "Success" && session.value._tag !== "SignedOut"
    ? Option.getOrUndefined(session.value.claims)?.sub
    : undefined
}

/** Returns state that only the current user sees: it is `undefined` while another user is signed in. */
export const useStateOfUser = <A>(): [value: A | undefined, set: (value: A | undefined) => void] => {
  const of = useUserId()
  const [kept, keep] = useState<{ readonly of: string | undefined; readonly value: A | undefined }>()
  return [kept?.of === of ? kept?.value : undefined, (value) => keep({ of, value })]
}
