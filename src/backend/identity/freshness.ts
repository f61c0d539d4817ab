/** Checks that the user signed in recently, for sensitive operations. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { throttled } from "../../../layers/call/index.ts"
import { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import { forDevelopers } from "../../../schemas/site.ts"
import {
  Authenticator,
  confirmationNeeded,
  type FreshInput,
  type FreshRule,
  freshRuleOf,
  staleSentences
} from "../verify/index.ts"
import { type AuthenticationUnavailable, type NotAuthenticated, NotFresh, unavailableNow } from "./errors.ts"
import { CurrentUser, requireSession } from "./identity.ts"

/**
 * The maximum age of the user's sign-in, which `RequireFresh` checks for an endpoint or a remote procedure:
 * `endpoint.annotate(Freshness, "5 minutes")`, or `{ within: "5 minutes", means: "known" }`. An invalid value is a defect,
 * `InvalidConfiguration`, when the routes of an `HttpApi` are built, and when a procedure is called.
 */
export class Freshness extends Context.Service<Freshness, FreshInput>()("latchkey/Freshness") {}

/** Checks a rule. Throws `InvalidConfiguration`, because a back end with an invalid rule must not start. */
const ruleOf = (setting: string, input: FreshInput): FreshRule => {
  const rule = freshRuleOf(setting, input)
  if ("setting" in rule) throw new InvalidConfiguration(rule)
  return rule
}

/**
 * Fails with `NotFresh` if the current user's sign-in is older than the limit. API keys have no age and fail with
 * `NotAuthenticated`. The beginning of each session is read from the platform once. Throws `InvalidConfiguration` if
 * the time is invalid.
 */
export const checkFresh = (
  within: FreshInput
): Effect.Effect<void, NotFresh | NotAuthenticated | AuthenticationUnavailable, CurrentUser | Authenticator> =>
  check(ruleOf("checkFresh", within))

const check = (rule: FreshRule) =>
  Effect.gen(function*() {
    const session = yield* requireSession(yield* CurrentUser)
    const { checkFreshness } = yield* Authenticator
    const freshness = yield* Effect.catch(checkFreshness(session, rule), (error) =>
      Effect.andThen(
        throttled("session age unavailable", (more) => Effect.logWarning(forDevelopers(error) + more)),
        Effect.fail(unavailableNow())
      ))
    if (freshness === "fresh") return
    return yield* new NotFresh({ maxAgeMillis: rule.withinMillis, message: staleSentences[freshness] })
  })

/**
 * Creates the check that an endpoint requires. An endpoint without {@link Freshness} rejects every request. Throws
 * `InvalidConfiguration` if the time is invalid.
 */
export const checkAnnotated = (name: string, annotations: Context.Context<never>) => {
  const within = Context.getOrUndefined(annotations, Freshness)
  return within !== undefined ? check(ruleOf(`Freshness of ${name}`, within)) : Effect.andThen(
    throttled(
      `${name} freshness`,
      (more) => Effect.logError(`${name} has RequireFresh but no Freshness, so all requests are rejected.${more}`)
    ),
    Effect.fail(new NotFresh({ maxAgeMillis: 0, message: confirmationNeeded }))
  )
}
