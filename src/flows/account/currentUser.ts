/** User of the session. docs/protocol.md §18. */
import * as Effect from "effect/Effect"
import { bindToUser, sameUser } from "../../../layers/access/index.ts"
import { Session } from "../../../layers/session/index.ts"
import * as Users from "../../../schemas/endpoints/users.ts"

export { type ErrorOr, get, type IncludeRestricted, type Or, type UserOr } from "./getUser.ts"

/**
 * Changes the signed-in user. Omitted fields keep their value; `null` clears a field. Fails with
 * `CannotGetOwnUserWithoutUser` if no user is signed in. The access token is refreshed with the next call, so that its
 * claims match.
 *
 * A new `primaryEmail` is unverified, no email is sent to it, and the previous address stays. Fails with
 * `UserWithEmailAlreadyExists` if another user signs in with it. The 2025 platforms reject the field with a
 * `SchemaError`: `contactChannels.changePrimary` works on every platform and sends the verification email.
 *
 * @example
 * ```ts
 * import { currentUser } from "latchkey"
 *
 * yield* currentUser.update({ displayName: "Ada Lovelace" })
 * console.log((yield* currentUser.get())?.displayName) // Ada Lovelace
 * ```
 */
export const update = Effect.fn("currentUser.update")(function*(changes: Parameters<typeof Users.updateMe>[0]) {
  const user = yield* Users.updateMe(changes)
  yield* (yield* Session).renewNext
  return user
})

/**
 * Deletes the signed-in user's account and ends the session. Fails with an `HttpFailure` if the project doesn't allow
 * it.
 */
const remove = Effect.fn("currentUser.delete")(function*() {
  yield* Users.deleteMe()
  // a user who has signed in since stays signed in
  yield* Effect.andThen(sameUser, Session.use(({ end }) => end)).pipe(Effect.orElseSucceed(() => undefined))
}, bindToUser)
export { remove as delete }
