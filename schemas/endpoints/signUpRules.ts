/** Rules that decide who may sign up. In later revisions of the platform. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { SignUpRiskScores, SignUpRulesStats, SignUpRulesTest } from "../entities/SignUpRules.ts"

/** How often each rule applied, and what it did. */
export const getStats = endpoint("admin", "signUpRules.getStats", "GET /internal/sign-up-rules-stats", {
  since: "2026-04",
  output: SignUpRulesStats
})

/** Plays a sign-up through without signing anyone up. */
export const test = endpoint("admin", "signUpRules.test", "POST /internal/sign-up-rules-test", {
  since: "2026-04",
  input: {
    email: Schema.NullOr(Schema.String),
    authMethod: Schema.String,
    oauthProvider: Schema.NullOr(Schema.String),
    countryCode: Schema.NullOr(Schema.String),
    turnstileResult: Schema.optional(Schema.Literals(["ok", "invalid", "error"])),
    riskScores: Schema.optional(SignUpRiskScores)
  },
  output: SignUpRulesTest
})
