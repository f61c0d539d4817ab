/** Checks that a request comes from a person, and not from an agent on the person's account. docs/protocol.md §28. */
import * as Effect from "effect/Effect"
import { throttled } from "../../../layers/call/index.ts"
import { forDevelopers } from "../../../schemas/site.ts"
import { Authenticator, humanNeeded } from "../verify/index.ts"
import { type AuthenticationUnavailable, type NotAuthenticated, NotHuman, unavailableNow } from "./errors.ts"
import { CurrentUser, requireSession } from "./identity.ts"

/**
 * Fails with `NotHuman` if the current user's session is an agent's, or isn't in the platform's list of sessions. API keys
 * fail with `NotAuthenticated`. The list is read once per session. On platforms whose list has no names of agents,
 * fails with `AuthenticationUnavailable`, and the log contains the reason.
 */
export const checkHuman: Effect.Effect<
  void,
  NotHuman | NotAuthenticated | AuthenticationUnavailable,
  CurrentUser | Authenticator
> = Effect.gen(function*() {
  const session = yield* requireSession(yield* CurrentUser)
  const { holderOf } = yield* Authenticator
  const holder = yield* Effect.catch(holderOf(session), (error) =>
    Effect.andThen(
      throttled("session holder unavailable", (more) => Effect.logWarning(forDevelopers(error) + more)),
      Effect.fail(unavailableNow())
    ))
  if (holder !== "person") return yield* new NotHuman({ message: humanNeeded })
})
