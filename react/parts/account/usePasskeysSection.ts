/** The user's passkey, without markup. */
"use client"
import { PasskeyCancelled } from "../../../layers/browser/index.ts"
import { passkeys } from "../../../src/flows/passkeys/index.ts"
import { useAction, useUser } from "../../index.ts"
import { useRunOnce } from "../form/useRunOnce.ts"

/** What the passkeys section shows. The platform keeps one passkey per user and tells no more than that it is there. */
export interface PasskeysState {
  readonly hasPasskey: boolean
  /** The browser can make one. */
  readonly supported: boolean
  /** Takes the place of the one there may be. */
  readonly add: () => void
  readonly adding: boolean
  /** The person closed the browser's question. No reason for alarm. */
  readonly cancelled: boolean
  readonly added: boolean
  readonly remove: () => void
  readonly removing: boolean
  readonly problem: unknown
}

/** The passkeys section's state. Suspends until it is known who is signed in. */
export const usePasskeysSection = (): PasskeysState => {
  const user = useUser()
  const support = useRunOnce(true, passkeys.support)
  const adding = useAction(register)
  const removing = useAction(remove)
  const cancelled = adding.error instanceof PasskeyCancelled
  return {
    hasPasskey: user?.passkeyAuthEnabled === true,
    supported: support._tag !== "Done" || support.result.button,
    add: () => {
      removing.reset()
      void adding.run()
    },
    adding: adding.isPending,
    cancelled,
    added: adding.exit?._tag === "Success",
    remove: () => {
      adding.reset()
      void removing.run()
    },
    removing: removing.isPending,
    problem: cancelled ? removing.error : adding.error ?? removing.error
  }
}

const register = () => passkeys.register()

const remove = () => passkeys.remove()
