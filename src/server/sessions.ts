/** The sessions of any user. Opening one is `users.createSession`. docs/protocol.md §20. */
import * as Effect from "effect/Effect"
import * as Sessions from "../../schemas/endpoints/sessions.ts"

/** A user's sessions, newest first; none for an unknown user. Impersonations are listed at admin level only. */
export const list = Effect.fn("server.sessions.list")(function*(of: { readonly userId: string }) {
  return (yield* Sessions.list(of)).items
})

/** Ends one of a user's sessions. One that is gone is an `HttpFailure` with status 404. */
export const revoke = Effect.fn("server.sessions.revoke")(function*(session: {
  readonly id: string
  /** The platform refuses a request without it. */
  readonly userId: string
}) {
  yield* Sessions.delete(session)
})
