/** Sessions of the signed-in user, on all devices. docs/protocol.md §20. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Session } from "../../../layers/session/index.ts"
import * as Sessions from "../../../schemas/endpoints/sessions.ts"

/**
 * Returns all sessions of the signed-in user. `isCurrentSession` marks the session of this request.
 *
 * @example
 * ```ts
 * import { sessions } from "latchkey"
 *
 * const all = yield* sessions.list()
 * console.log(all.filter(({ isCurrentSession }) => isCurrentSession).length) // 1
 * ```
 */
export const list = Effect.fn("sessions.list")(function*() {
  return (yield* Sessions.list({ userId: "me" })).items
})

/**
 * Whether this session is an impersonation: a back end created it to act as the user. Neither the access token nor the
 * platform says so, but impersonations are missing from the user's list of sessions. A session that has ended is
 * missing too, so the session is refreshed before the result is `true`. The result doesn't identify the person that
 * acts as the user, because the platform doesn't store that.
 */
export const isImpersonated = Effect.fn("sessions.isImpersonated")(function*() {
  const listed = yield* list()
  if (listed.some(({ isCurrentSession }) => isCurrentSession)) return false
  const session = yield* Session
  yield* session.renewNext
  return Option.isSome(yield* session.tokens())
}, Effect.catchReason("CallError", "RefreshTokenNotFoundOrExpired", () => Effect.succeed(false)))

/**
 * Ends another session of the signed-in user. Its refresh token stops working immediately, its access token when it
 * expires. Fails with `CannotDeleteCurrentSession` for the current session: sign out instead.
 */
export const revoke = Effect.fn("sessions.revoke")(function*(session: { readonly id: string }) {
  yield* Sessions.delete({ id: session.id, userId: "me" })
})
