/** State of the passkeys section. */
"use client"
import { PasskeyCancelled } from "../../../layers/browser/index.ts"
import { passkeys } from "../../../src/flows/passkeys/index.ts"
import { useAction, useUser } from "../../index.ts"
import { inTurn } from "../form/inTurn.ts"
import { useRunOnce } from "../form/useRunOnce.ts"
import { confirmFirst } from "./confirmFirst.ts"

/** State of the passkeys section. The platform keeps one passkey per user and reveals only that it exists. */
export interface PasskeysState {
  readonly hasPasskey: boolean
  /** Whether the browser can create passkeys. */
  readonly supported: boolean
  /** Creates a passkey, which replaces an existing one. Requires a recent sign-in. */
  readonly add: () => void
  readonly adding: boolean
  /** The user dismissed the browser's prompt. Don't show this as an error. */
  readonly cancelled: boolean
  readonly added: boolean
  readonly remove: () => void
  readonly removing: boolean
  readonly problem: unknown
}

/** Returns the state of the passkeys section. Suspends until the user is known. */
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

const register = () => confirmFirst(inTurn("passkey", { interruptible: true })(passkeys.register()))

const remove = () => inTurn("passkey")(inTurn("user")(passkeys.remove()))
