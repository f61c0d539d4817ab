/** Where people go who cannot go on here. */
"use client"
import * as reads from "../../src/reads.ts"
import { useReadState } from "../index.ts"
import { isOfAccount } from "./onwards.ts"
import { useHrefs } from "./useHrefs.ts"

/** The ways back from a page that has nothing left to do. */
export interface WayBack {
  readonly homeUrl: string
  /** Absent where somebody is signed in, and until it is known: nobody is asked to do what they have done. */
  readonly signInUrl: string | undefined
}

/** Follows the session: whoever signs in or out in another tab is shown the other way. */
export const useWayBack = (): WayBack => {
  const { home, signIn } = useHrefs("home", "signIn")
  const session = useReadState(reads.session)
  const isNobody = session._tag === "Success" && !isOfAccount(session.value)
  return { homeUrl: home, signInUrl: isNobody ? signIn : undefined }
}
