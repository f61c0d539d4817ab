/** What a sign-in with a password has left to the page that comes after it. */
"use client"
import { useEffect } from "react"
import { useRunEffect } from "../../index.ts"
import { takeDue } from "./due.ts"

/**
 * Makes the passkey that a sign-in on the ready screen has left to the page after it: `UserButton` does so. For pages without
 * one, that a sign-in loads anew. Once per user and browser; nobody is asked, nothing waits for it and nothing is shown.
 */
export const usePasskeyUpgrade = (): void => {
  const runEffect = useRunEffect()
  useEffect(() => {
    if (!takeDue()) return
    // what does not come is missed by nobody
    import("./upgradeOnce.ts").then(({ upgradeOnce }) => runEffect(upgradeOnce), () => {})
  }, [runEffect])
}
