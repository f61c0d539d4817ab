/** Access tokens that say of the user what is so no more. docs/platform.md §8.3, docs/laws.md U2. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Session } from "../../../layers/session/index.ts"
import { restrictionOf } from "../../../schemas/entities/RestrictedReason.ts"
import type { User } from "../../../schemas/entities/User.ts"

/** The next call carries a new access token. Nothing where there is no session: in a back end's program. */
export const renewToken: Effect.Effect<void> = Effect.flatMap(
  Effect.serviceOption(Session),
  Option.match({ onNone: () => Effect.void, onSome: ({ renewNext }) => renewNext })
)

/** What the user said where a new token went on saying something else. Asking again would ask with every read. */
const inVain = new WeakMap<Session["Service"], string>()

/**
 * Renews the access token when it says something else of a restriction than the user, so that all who look at it agree with
 * those who ask: one's own back end, hooks, other tabs. At once, for there may be no next call from here.
 */
export const renewIfOutdated = (user: User): Effect.Effect<void, never, Session> =>
  Effect.gen(function*() {
    // platforms of 2025 know no restriction
    if (user.isRestricted === undefined) return
    const session = yield* Session
    const isOutdated = () => {
      const state = session.state()
      const claims = state._tag === "SignedOut" ? undefined : Option.getOrUndefined(state.claims)
      return claims?.sub === user.id && restrictionOf(claims) !== restrictionOf(user)
    }
    const says = `${user.id} ${restrictionOf(user)}`
    if (!isOutdated() || inVain.get(session) === says) return
    yield* session.renewNext
    const renewed = yield* Effect.result(session.tokens())
    if (renewed._tag === "Success" && isOutdated()) inVain.set(session, says)
    else inVain.delete(session)
  })
