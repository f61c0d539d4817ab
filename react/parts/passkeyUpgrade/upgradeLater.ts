/** A passkey that is made without asking, after a sign-in with a password. docs/guides/passkeys.md */
import * as Effect from "effect/Effect"
import { makeDue, takeDue } from "./due.ts"

/**
 * Leaves it to the page after this one. Where a router shows that, it happens a little later, when nobody waits for anything;
 * where it is loaded, the browser stops this, and the page takes it up. What does not come is missed by nobody.
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
