/** Metrics of a project. docs/platform.md §17. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { MetricsDataPoint, MetricsReport } from "../entities/Metrics.ts"
import { QueryBoolean, Uuid } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** Returns sign-ups, activity, countries and sign-in methods for the past 31 days. */
export const get = endpoint("admin", "metrics.get", "GET /internal/metrics", {
  input: {
    /** Whether to count anonymous users. Later revisions only; defaults to `false`. */
    includeAnonymous: Schema.optional(QueryBoolean)
  },
  output: MetricsReport
})

/** Returns the number of users, and the number of anonymous users. Exists only in revisions after 2026-04. */
export const getUserCounts = endpoint("admin", "metrics.getUserCounts", "GET /internal/metrics/user-counts", {
  since: "2026-10",
  output: wireStruct({ totalUsers: Schema.Int, anonymousUsers: Schema.Int })
})

/** Returns a user's activity by day. Exists only in revisions after 2026-04. */
export const getUserActivity = endpoint("admin", "metrics.getUserActivity", "GET /internal/user-activity", {
  since: "2026-10",
  input: { userId: Uuid },
  output: wireStruct({ dataPoints: Schema.Array(MetricsDataPoint) })
})
