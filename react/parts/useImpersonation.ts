/** Whether a back end created this session to act as the user. */
"use client"
import { userNameOf } from "../../schemas/entities/names.ts"
import * as reads from "../../src/reads.ts"
import { useAction, useReadState } from "../index.ts"
import { leave } from "./useUserMenu.ts"

/** State of the impersonation banner. */
export type ImpersonationState =
  /** The user is signed out, the session is not known yet, or it is the user's own session. */
  | { readonly step: "none" }
  | {
    readonly step: "impersonated"
    readonly userName: string
    readonly email: string | null
    /** Ends this session, then goes to the `afterSignOut` page. The user's own sessions continue. */
    readonly end: () => void
    readonly ending: boolean
  }

/** Returns the state of the impersonation banner. Reads the user's sessions once. */
export const useImpersonation = (): ImpersonationState => {
  const isImpersonated = useReadState(reads.isImpersonated)
  const state = useReadState(reads.currentUser)
  const leaving = useAction(leave)
  if (isImpersonated._tag !== "Success" || !isImpersonated.value) return { step: "none" }
  const user = state._tag === "Success" ? state.value : null
  return user === null ? { step: "none" } : {
    step: "impersonated",
    userName: userNameOf(user),
    email: user.primaryEmail,
    end: () => void leaving.run(),
    ending: leaving.isPending
  }
}
