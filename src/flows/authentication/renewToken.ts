/** Refreshes access tokens with outdated claims. docs/platform.md §8.3, docs/laws.md U2. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Session } from "../../../layers/session/index.ts"
import { restrictionOf } from "../../../schemas/entities/restriction.ts"
import type { User } from "../../../schemas/entities/User.ts"

/** Refreshes the access token with the next call. Does nothing without a session, as in a back end. */
export const renewToken: Effect.Effect<void> = Effect.flatMap(
  Effect.serviceOption(Session),
  Option.match({ onNone: () => Effect.void, onSome: ({ renewNext }) => renewNext })
)

/**
 * For each session, the user state that even a refreshed token didn't contain. The token isn't refreshed again for the
 * same state, so that not every read causes a refresh.
 */
const failedRefreshes = new WeakMap<Session["Service"], string>()

/**
 * Refreshes the access token if its restriction differs from the user's, so that your own back end, hooks and other
 * tabs see the user's current restriction. Refreshes immediately, because this program may not send another call.
 */
export const renewIfOutdated = (user: User): Effect.Effect<void, never, Session> =>
  Effect.gen(function*() {
    // revision 2025-08 has no restricted users
    if (user.isRestricted === undefined) return
    const session = yield* Session
    const isOutdated = () => {
      const state = session.state()
      const claims = state._tag === "SignedOut" ? undefined : Option.getOrUndefined(state.claims)
      return claims?.sub === user.id && restrictionOf(claims) !== restrictionOf(user)
    }
    const userState = `${user.id} ${restrictionOf(user)}`
    if (!isOutdated() || failedRefreshes.get(session) === userState) return
    yield* session.renewNext
    const renewed = yield* Effect.result(session.tokens())
    if (renewed._tag === "Success" && isOutdated()) failedRefreshes.set(session, userState)
    else failedRefreshes.delete(session)
  })
