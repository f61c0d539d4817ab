/** Creates a passkey without a prompt after a password sign-in. docs/guides/passkeys.md */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { PageStorage } from "../../../layers/browser/index.ts"
import { Session } from "../../../layers/session/index.ts"
import { passkeys } from "../../../src/flows/passkeys/index.ts"

/** Storage key for the ids of the most recent users with an attempted upgrade. */
const key = "latchkey.passkey-upgrades"

const maxRemembered = 10

const attemptedFor = (page: PageStorage): ReadonlyArray<string> => {
  try {
    return page("local")?.getItem(key)?.split(" ") ?? []
  } catch {
    return []
  }
}

const remember = (page: PageStorage, userId: string): void => {
  try {
    page("local")?.setItem(key, [...attemptedFor(page), userId].slice(-maxRemembered).join(" "))
  } catch {
    // The browser's storage is blocked or full. The next page tries again.
  }
}

/** Attempts the upgrade once per user. Failures are not shown; a failed request is attempted again on a later page. */
export const upgradeOnce = Effect.gen(function*() {
  const state = (yield* Session).state()
  const userId = state._tag === "SignedIn" ? Option.getOrUndefined(state.claims)?.sub : undefined
  const page = yield* PageStorage
  if (userId === undefined || attemptedFor(page).includes(userId)) return
  const { conditionalCreate } = yield* passkeys.support()
  if (!conditionalCreate) return
  const outcome = yield* Effect.result(passkeys.upgrade())
  if (outcome._tag === "Failure" && outcome.failure._tag === "CallError") return
  remember(page, userId)
})
