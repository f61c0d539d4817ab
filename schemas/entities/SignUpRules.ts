/** Rules that allow or reject sign-ups. Later revisions of the platform only. */
import * as Schema from "effect/Schema"
import { Json } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** Scores for how suspicious a sign-up is. */
export class SignUpRiskScores extends Schema.Opaque<SignUpRiskScores>()(wireStruct({
  bot: Schema.Finite,
  freeTrialAbuse: Schema.Finite
})) {}

/** Statistics of the rules. */
export class SignUpRulesStats extends Schema.Opaque<SignUpRulesStats>()(wireStruct({
  ruleTriggers: Schema.Array(wireStruct({
    ruleId: Schema.String,
    totalCount: Schema.Int,
    allTimeCount: Schema.Int,
    hourlyCounts: Schema.Array(wireStruct({ hour: Json, count: Schema.Int }))
  })),
  /** The period of the statistics in hours. Applies to everything but `allTimeCount`. */
  analyticsHours: Schema.Int,
  totalTriggers: Schema.Int,
  triggersByAction: wireStruct({ allow: Schema.Int, reject: Schema.Int, restrict: Schema.Int, log: Schema.Int })
})) {}

/** The result of the rules for a test sign-up. */
export class SignUpRulesTest extends Schema.Opaque<SignUpRulesTest>()(wireStruct({
  /** The data that the rules checked. */
  context: wireStruct({
    email: Schema.NullOr(Schema.String),
    emailDomain: Schema.NullOr(Schema.String),
    countryCode: Schema.NullOr(Schema.String),
    authMethod: Schema.NullOr(Schema.String),
    oauthProvider: Schema.NullOr(Schema.String),
    turnstileResult: Schema.NullOr(Schema.String),
    riskScores: SignUpRiskScores
  }),
  /** The result of each rule. */
  evaluations: Schema.Array(wireStruct({
    ruleId: Schema.String,
    displayName: Schema.String,
    enabled: Schema.Boolean,
    condition: Schema.String,
    status: Schema.String,
    action: wireStruct({ type: Schema.String, message: Schema.optionalKey(Schema.String) }),
    error: Schema.optionalKey(Json)
  })),
  outcome: wireStruct({
    shouldAllow: Schema.Boolean,
    decision: Schema.String,
    decisionRuleId: Schema.NullOr(Schema.String),
    restrictedBecauseOfRuleId: Schema.NullOr(Schema.String)
  })
})) {}
