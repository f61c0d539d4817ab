/** A project in numbers. docs/platform.md §17. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { MetricsDataPoint, MetricsReport } from "../entities/Metrics.ts"
import { QueryBoolean, Uuid } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** Sign-ups, activity, countries and sign-in methods of the last 31 days. */
export const get = endpoint("admin", "metrics.get", "GET /internal/metrics", {
  input: {
    /** For later revisions of the platform, where it is off unless said otherwise. */
    includeAnonymous: Schema.optional(QueryBoolean)
  },
  output: MetricsReport
})

/** How many users there are, and how many of them are anonymous. For later revisions of the platform. */
export const getUserCounts = endpoint("admin", "metrics.getUserCounts", "GET /internal/metrics/user-counts", {
  since: "2026-04",
  output: wireStruct({ totalUsers: Schema.Int, anonymousUsers: Schema.Int })
})

/** One user's activity by day. For later revisions of the platform. */
export const getUserActivity = endpoint("admin", "metrics.getUserActivity", "GET /internal/user-activity", {
  since: "2026-04",
  input: { userId: Uuid },
  output: wireStruct({ dataPoints: Schema.Array(MetricsDataPoint) })
})
