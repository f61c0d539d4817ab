/** Links for a page on which the user has nothing left to do. */
"use client"
import * as reads from "../../src/reads.ts"
import { useReadState } from "../index.ts"
import { hasAccount } from "./onwards.ts"
import { useHrefs } from "./useHrefs.ts"

/** Links for a page on which the user has nothing left to do. */
export interface BackLink {
  readonly homeUrl: string
  /** `undefined` while a user is signed in, and until that is known. */
  readonly signInUrl: string | undefined
}

/** Returns the links, and updates them when the session changes in this or another tab. */
export const useWayBack = (): BackLink => {
  const { home, signIn } = useHrefs("home", "signIn")
  const session = useReadState(reads.session)
  const isSignedOut = session._tag === "Success" && !hasAccount(session.value)
  return { homeUrl: home, signInUrl: isSignedOut ? signIn : undefined }
}
