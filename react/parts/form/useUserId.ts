/** Whose form it is: what one user typed or was shown is not for the next one. docs/laws.md D19. */
"use client"
import * as Option from "effect/Option"
import { useState } from "react"
import * as reads from "../../../src/reads.ts"
import { useReadState } from "../../index.ts"

/** The id of the signed-in user, of a guest as well. `undefined` while it is not known, and when nobody is signed in. */
export const useUserId = (): string | undefined => {
  const session = useReadState(reads.session)
  return session._tag === "Success" && session.value._tag !== "SignedOut"
    ? Option.getOrUndefined(session.value.claims)?.sub
    : undefined
}

/** State that another user does not see: it is `undefined` again as long as that user is signed in. */
export const useStateOfUser = <A>(): [value: A | undefined, set: (value: A | undefined) => void] => {
  const of = useUserId()
  const [kept, keep] = useState<{ readonly of: string | undefined; readonly value: A | undefined }>()
  return [kept?.of === of ? kept?.value : undefined, (value) => keep({ of, value })]
}
