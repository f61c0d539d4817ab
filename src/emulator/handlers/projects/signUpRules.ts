/** Statistics and dry runs of sign-up rules. docs/platform.md §8.3. */
import * as Effect from "effect/Effect"
import * as SignUpRules from "../../../../schemas/endpoints/signUpRules.ts"
import { accounts, signUpRules } from "../../oauth/index.ts"
import { handle } from "../../request/index.ts"

const hourMillis = 3_600_000

/** Number of hours in the hourly counts. */
const hours = 48

/** Handlers for `/internal/sign-up-rules-stats` and `/internal/sign-up-rules-test`. */
export const handlers = handle(SignUpRules, {
  getStats: (_, { platform, project }) =>
    Effect.sync(() => {
      const now = platform.now()
      const since = now - hours * hourMillis
      const recent = project.signUpRuleTriggers.filter(({ at }) => at > since)
      const count = (type: string) => recent.filter(({ action }) => action === type).length
      return {
        ruleTriggers: project.config.signUpRules.map(({ id }) => {
          const own = recent.filter(({ ruleId }) => ruleId === id)
          const start = Math.floor(now / hourMillis) * hourMillis
          const hourly = Array.from({ length: hours }, (_, at) => start - (hours - 1 - at) * hourMillis)
          return {
            ruleId: id,
            totalCount: own.length,
            allTimeCount: project.signUpRuleTriggers.filter(({ ruleId }) => ruleId === id).length,
            hourlyCounts: hourly.map((hour) => ({
              hour: new Date(hour).toISOString(),
              count: own.filter(({ at }) => at >= hour && at < hour + hourMillis).length
            }))
          }
        }),
        analyticsHours: hours,
        totalTriggers: recent.length,
        triggersByAction: {
          allow: count("allow"),
          reject: count("reject"),
          restrict: count("restrict"),
          log: count("log")
        }
      }
    }),

  test: ({ authMethod, email, oauthProvider, riskScores, turnstileResult = "invalid", ...given }, request) =>
    Effect.gen(function*() {
      const { project } = request
      const countryCode = given.countryCode ?? accounts.countryOf(request)
      const attempt = { email, authMethod, oauthProvider, countryCode, assessment: turnstileResult, riskScores }
      const { action: decided, evaluations, refusal, restrictedBy, rule } = yield* signUpRules.decide(project, attempt)
      const action = refusal === undefined ? decided : "reject"
      return {
        context: {
          email,
          emailDomain: email === null ? null : email.slice(email.lastIndexOf("@") + 1),
          countryCode,
          authMethod,
          oauthProvider,
          turnstileResult,
          riskScores: riskScores ?? { bot: 0, freeTrialAbuse: 0 }
        },
        evaluations: evaluations.map(({ error, rule, status }) => ({
          ruleId: rule.id,
          displayName: rule.displayName,
          enabled: rule.enabled,
          condition: rule.condition,
          status,
          action: rule.action,
          ...(error === undefined ? {} : { error })
        })),
        outcome: {
          shouldAllow: action !== "reject",
          decision: rule === undefined && refusal === undefined ? `default-${action}` : action,
          decisionRuleId: rule?.id ?? null,
          restrictedBecauseOfRuleId: restrictedBy?.id ?? null
        }
      }
    })
})
