/** Schedules the passkey upgrade after a password sign-in. docs/guides/passkeys.md */
import * as Effect from "effect/Effect"
import { PageStorage } from "../../../layers/browser/index.ts"
import { makeDue, takeDue } from "./due.ts"

/**
 * Leaves the upgrade to the next page. If a router changes the page, this function runs the upgrade two seconds later.
 * If the browser loads another page, that page runs it. Failures are not shown.
 */
export const upgradeLater = Effect.flatMap(PageStorage, (page) => {
  makeDue(page)
  return Effect.forkDetach(Effect.andThen(
    Effect.sleep("2 seconds"),
    Effect.suspend(() =>
      takeDue(page)
        ? Effect.flatMap(Effect.promise(() => import("./upgradeOnce.ts")), ({ upgradeOnce }) => upgradeOnce)
        : Effect.void
    )
  ))
})
