/** Rules that accept or reject sign-ups. Since revision 2026-04. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { SignUpRiskScores, SignUpRulesStats, SignUpRulesTest } from "../entities/SignUpRules.ts"

/** Returns how often each rule applied, with its action. */
export const getStats = endpoint("admin", "signUpRules.getStats", "GET /internal/sign-up-rules-stats", {
  since: "2026-04",
  output: SignUpRulesStats
})

/** Evaluates the rules for a sign-up without creating a user. */
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
