/** Sessions of the signed-in user, on all devices. docs/protocol.md §20. */
import * as Effect from "effect/Effect"
import * as Sessions from "../../../schemas/endpoints/sessions.ts"

/** Returns all sessions of the signed-in user. `isCurrentSession` marks the session of this request. */
export const list = Effect.fn("sessions.list")(function*() {
  return (yield* Sessions.list({ userId: "me" })).items
})

/**
 * Ends another session of the signed-in user. Its refresh token stops working immediately, its access token when it
 * expires. Fails with `CannotDeleteCurrentSession` for the current session: sign out instead.
 */
export const revoke = Effect.fn("sessions.revoke")(function*(session: { readonly id: string }) {
  yield* Sessions.delete({ id: session.id, userId: "me" })
})
