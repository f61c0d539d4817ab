/** A project's events: taking them, and asking questions of them. In later revisions of the platform. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { AnalyticsNotEnabled, AnalyticsQueryError, AnalyticsQueryTimeout } from "../errors/analytics.ts"
import { UserAuthenticationRequired } from "../errors/users.ts"
import { Json, Millis, openEnum, Uuid } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"

/**
 * Takes what a visitor did on the app's pages, 1 to 500 events at a time. The session has to be known by its access
 * token, a plain 400 otherwise. `AnalyticsNotEnabled` is what most projects answer.
 */
export const sendEvents = endpoint("client", "analytics.sendEvents", "POST /analytics/events/batch", {
  since: "2026-04",
  input: {
    /** One per tab and visit. */
    sessionReplaySegmentId: Uuid,
    /** One per request. */
    batchId: Uuid,
    sentAt: wire("sent_at_ms", Millis),
    events: Schema.Array(wireStruct({
      eventType: openEnum("$page-view", "$click"),
      eventAt: wire("event_at_ms", Millis),
      data: Json
    })).check(
      Schema.isMinLength(1, { expected: "at least one event" }),
      Schema.isMaxLength(500, { expected: "at most 500 events" })
    )
  },
  output: wireStruct({ inserted: Schema.Int }),
  errors: [AnalyticsNotEnabled, UserAuthenticationRequired]
})

/** Runs a query, and answers with its rows. The platform limits how long it may take. */
export const query = endpoint("admin", "analytics.query", "POST /internal/analytics/query", {
  since: "2026-04",
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
