/** A passkey that is made without asking, after a sign-in with a password. docs/guides/passkeys.md */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Session } from "../../../layers/session/index.ts"
import { passkeys } from "../../../src/flows/passkeys/index.ts"

/** Ids of users for whom this browser was asked, the last ones. */
const key = "latchkey.passkey-upgrades"

const most = 10

const asked = (): ReadonlyArray<string> => {
  try {
    return localStorage.getItem(key)?.split(" ") ?? []
  } catch {
    return []
  }
}

const remember = (userId: string): void => {
  try {
    localStorage.setItem(key, [...asked(), userId].slice(-most).join(" "))
  } catch {
    // storage is blocked or full: the browser is asked once more the next time
  }
}

/** Asks the browser, once for a user. Nobody hears of it when that comes to nothing; what got lost on the way is tried anew. */
export const upgradeOnce = Effect.gen(function*() {
  const state = (yield* Session).state()
  const userId = state._tag === "SignedIn" ? Option.getOrUndefined(state.claims)?.sub : undefined
  if (userId === undefined || asked().includes(userId)) return
  const { conditionalCreate } = yield* passkeys.support()
  if (!conditionalCreate) return
  const outcome = yield* Effect.result(passkeys.upgrade())
  if (outcome._tag === "Failure" && outcome.failure._tag === "CallError") return
  remember(userId)
})
