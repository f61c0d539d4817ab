/** Runs a passkey upgrade that a password sign-in left to the next page. */
"use client"
import { useEffect } from "react"
import { useRunEffect } from "../../index.ts"
import { takeDue } from "./due.ts"

/**
 * Creates the passkey that a password sign-in left to the next page. `UserButton` calls this hook. If a page that loads
 * after a sign-in has no `UserButton`, call the hook there. It runs once per user and browser, without a prompt, and
 * shows nothing.
 */
export const usePasskeyUpgrade = (): void => {
  const runEffect = useRunEffect()
  useEffect(() => {
    if (!takeDue()) return
    // A failed import is ignored.
    import("./upgradeOnce.ts").then(({ upgradeOnce }) => runEffect(upgradeOnce), () => {})
  }, [runEffect])
}
