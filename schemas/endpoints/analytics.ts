/** Asking questions of a project's events. In later revisions of the platform. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { AnalyticsNotEnabled, AnalyticsQueryError, AnalyticsQueryTimeout } from "../errors/analytics.ts"
import { Json } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** Runs a query, and answers with its rows. The platform limits how long it may take. */
export const query = endpoint("admin", "analytics.query", "POST /internal/analytics/query", {
  input: {
    query: Schema.String,
    params: Schema.optional(Schema.Record(Schema.String, Json)),
    /** At least 1000. */
    timeoutMs: Schema.optional(
      Schema.Int.check(Schema.isGreaterThanOrEqualTo(1000, { expected: "at least 1000 milliseconds" }))
    ),
    /** The platform refuses `true` with a 500. */
    includeAllBranches: Schema.optional(Schema.Boolean)
  },
  output: wireStruct({ result: Schema.Array(Schema.Record(Schema.String, Json)), queryId: Schema.String }),
  errors: [AnalyticsQueryTimeout, AnalyticsQueryError, AnalyticsNotEnabled]
})
