/** Sessions of any user. Create them with `users.createSession`. docs/protocol.md §20. */
import * as Effect from "effect/Effect"
import * as Sessions from "../../schemas/endpoints/sessions.ts"

/**
 * Returns a user's sessions, newest first, or none for an unknown user. Impersonations are listed at admin level only.
 */
export const list = Effect.fn("server.sessions.list")(function*(of: { readonly userId: string }) {
  return (yield* Sessions.list(of)).items
})

/** Ends one of a user's sessions. Fails with an `HttpFailure` of status 404 if it has already ended. */
export const revoke = Effect.fn("server.sessions.revoke")(function*(session: {
  readonly id: string
  /** Required by the platform. */
  readonly userId: string
}) {
  yield* Sessions.delete(session)
})
