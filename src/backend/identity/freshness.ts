/** Checks that the user signed in recently, for sensitive operations. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { throttled } from "../../../layers/call/index.ts"
import { forDevelopers } from "../../../schemas/site.ts"
import { Authenticator, confirmationNeeded, isFresh } from "../verify/index.ts"
import { type AuthenticationUnavailable, type NotAuthenticated, NotFresh, unavailableNow } from "./errors.ts"
import { CurrentUser, requireSession } from "./identity.ts"

/**
 * The maximum age of the user's sign-in, which `RequireFresh` checks for an endpoint or a remote procedure:
 * `endpoint.annotate(Freshness, "5 minutes")`.
 */
export class Freshness extends Context.Service<Freshness, Duration.Input>()("latchkey/Freshness") {}

/**
 * Fails with `NotFresh` if the current user signed in longer ago. API keys have no age and fail with
 * `NotAuthenticated`. The beginning of each session is read from the platform once.
 */
export const checkFresh = (
  within: Duration.Input
): Effect.Effect<void, NotFresh | NotAuthenticated | AuthenticationUnavailable, CurrentUser | Authenticator> =>
  Effect.gen(function*() {
    const session = yield* requireSession(yield* CurrentUser)
    const { sessionStartedAt } = yield* Authenticator
    const startedAt = yield* Effect.catch(sessionStartedAt(session), (error) =>
      Effect.andThen(
        throttled("session age unavailable", (more) => Effect.logWarning(forDevelopers(error) + more)),
        Effect.fail(unavailableNow())
      ))
    if (isFresh(startedAt, within, yield* Clock.currentTimeMillis)) return
    return yield* new NotFresh({ maxAgeMillis: Duration.toMillis(within), message: confirmationNeeded })
  })

/** Checks the freshness that an endpoint requires. An endpoint without {@link Freshness} rejects every request. */
export const checkAnnotated = (name: string, annotations: Context.Context<never>) => {
  const within = Context.getOrUndefined(annotations, Freshness)
  return within !== undefined ? checkFresh(within) : Effect.andThen(
    throttled(
      `${name} freshness`,
      (more) => Effect.logError(`${name} has RequireFresh but no Freshness, so all requests are rejected.${more}`)
    ),
    Effect.fail(new NotFresh({ maxAgeMillis: 0, message: confirmationNeeded }))
  )
}
