/** Sessions of the signed-in user, on all devices. docs/protocol.md §20. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { millisOf } from "../../../layers/call/index.ts"
import { lifeOf, Session } from "../../../layers/session/index.ts"
import * as Sessions from "../../../schemas/endpoints/sessions.ts"
import { ConfirmationNeeded, invalidInput } from "../../errors/index.ts"

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

/** Options for {@link requireRecent}. */
export interface RequireRecentOptions {
  /** Maximum age of the sign-in: more than 0, and finite. @default "15 minutes" */
  readonly within?: Duration.Input | undefined
}

/**
 * Fails with `ConfirmationNeeded` if the sign-in of this session is older than `within`. Call it before an operation
 * that must not be possible with a stolen session alone, such as adding a sign-in method, and then call
 * `redirectTo.confirm()`. The age is measured by the platform's clock: the session is refreshed first. An impersonation
 * never counts as recent.
 *
 * This check protects the screens of an app. A program with the session's tokens can skip it, so check sensitive
 * operations of your own back end there.
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { redirectTo, sessions } from "latchkey"
 *
 * const change = sessions.requireRecent({ within: "5 minutes" }).pipe(
 *   Effect.as("changed"),
 *   Effect.catchTag("ConfirmationNeeded", () => Effect.as(redirectTo.confirm(), "confirm first"))
 * )
 * console.log(yield* change) // changed
 * ```
 */
export const requireRecent = Effect.fn("sessions.requireRecent")(function*(
  { within = "15 minutes" }: RequireRecentOptions = {}
) {
  const maxAgeMillis = millisOf(within)
  if (!(maxAgeMillis > 0 && maxAgeMillis < Infinity)) {
    return yield* invalidInput("sessions.requireRecent", "within", "Expected a finite time above 0")
  }
  const session = yield* Session
  yield* session.renewNext
  const tokens = yield* session.tokens()
  const current = (yield* list()).find(({ isCurrentSession }) => isCurrentSession)
  // runtimes without `atob` can't read the token, but the refresh counted as a use of the session
  const now = Option.isNone(tokens)
    ? undefined
    : lifeOf(tokens.value.accessToken).issuedAt ?? current?.lastUsedAt?.getTime()
  if (current === undefined || now === undefined || now - current.createdAt.getTime() > maxAgeMillis) {
    return yield* new ConfirmationNeeded({ maxAgeMillis })
  }
})
