/** Schedules the passkey upgrade after a password sign-in. docs/guides/passkeys.md */
import * as Effect from "effect/Effect"
import { makeDue, takeDue } from "./due.ts"

/**
 * Leaves the upgrade to the page after this one. With a router, it runs here two seconds later. With a page load, the
 * browser stops this and the next page runs it. Failures are not shown.
 */
export const upgradeLater = Effect.suspend(() => {
  makeDue()
  return Effect.forkDetach(Effect.andThen(
    Effect.sleep("2 seconds"),
    Effect.suspend(() =>
      takeDue()
        ? Effect.flatMap(Effect.promise(() => import("./upgradeOnce.ts")), ({ upgradeOnce }) => upgradeOnce)
        : Effect.void
    )
  ))
})
