/** Runs a passkey upgrade that a password sign-in left to the next page. */
"use client"
import { useEffect } from "react"
import { PageStorage } from "../../../layers/browser/index.ts"
import { useRunEffect } from "../../index.ts"
import { useSetting } from "../../useSetting.ts"
import { takeDue } from "./due.ts"

/**
 * Creates the passkey that a password sign-in left to the next page. `UserButton` calls this hook. If a page that loads
 * after a sign-in has no `UserButton`, call the hook there. The upgrade runs once per user and browser, without a
 * prompt, and shows nothing.
 */
export const usePasskeyUpgrade = (): void => {
  const runEffect = useRunEffect()
  const storage = useSetting(PageStorage)
  useEffect(() => {
    if (!takeDue(storage())) return
    // A failed import is ignored.
    import("./upgradeOnce.ts").then(({ upgradeOnce }) => runEffect(upgradeOnce), () => {})
  }, [storage, runEffect])
}
