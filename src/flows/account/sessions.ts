/** The signed-in user's sessions, on this device and others. docs/protocol.md §20. */
import * as Effect from "effect/Effect"
import * as Sessions from "../../../schemas/endpoints/sessions.ts"

/** All sessions of the signed-in user. `isCurrentSession` marks the one that asks. */
export const list = Effect.fn("sessions.list")(function*() {
  return (yield* Sessions.list({ userId: "me" })).items
})

/**
 * Ends one of the signed-in user's other sessions: its refresh token stops working at once, its access token when it
 * expires. The current one gives `CannotDeleteCurrentSession`: sign out instead.
 */
export const revoke = Effect.fn("sessions.revoke")(function*(session: { readonly id: string }) {
  yield* Sessions.delete({ id: session.id, userId: "me" })
})
