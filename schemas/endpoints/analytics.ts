/** A project's analytics events, and queries on them. Since revision 2026-04. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { AnalyticsNotEnabled, AnalyticsQueryError, AnalyticsQueryTimeout } from "../errors/analytics.ts"
import { ItemNotFound } from "../errors/payments.ts"
import { UserAuthenticationRequired } from "../errors/users.ts"
import { Json, Millis, openEnum, Uuid } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"

/**
 * Sends 1 to 500 events of a visitor. The request needs a session with an access token, and fails with `HttpFailure`
 * (400) without one. If analytics are off, as in most projects, the call fails with `AnalyticsNotEnabled`.
 */
export const sendEvents = endpoint("client", "analytics.sendEvents", "POST /analytics/events/batch", {
  since: "2026-04",
  input: {
    /** One id per tab and visit. */
    sessionReplaySegmentId: Uuid,
    /** One id per request. */
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

/** Runs a query and returns its rows. The platform limits the duration. */
export const query = endpoint("admin", "analytics.query", "POST /internal/analytics/query", {
  since: "2026-04",
  input: {
    query: Schema.String,
    params: Schema.optional(Schema.Record(Schema.String, Json)),
    /** Maximum duration in milliseconds, at least 1000. */
    timeoutMs: Schema.optional(
      Schema.Int.check(Schema.isGreaterThanOrEqualTo(1000, { expected: "at least 1000 milliseconds" }))
    ),
    /** `true` fails with `HttpFailure` (500). */
    includeAllBranches: Schema.optional(Schema.Boolean)
  },
  output: wireStruct({ result: Schema.Array(Schema.Record(Schema.String, Json)), queryId: Schema.String }),
  errors: [AnalyticsQueryTimeout, AnalyticsQueryError, AnalyticsNotEnabled]
})

/**
 * Returns the duration of a query. The platform logs a query a few seconds late; until then, the call fails with
 * `ItemNotFound`.
 */
export const getQueryTiming = endpoint("server", "analytics.getQueryTiming", "POST /internal/analytics/query/timing", {
  since: "2026-04",
  input: { queryId: Schema.String },
  output: wireStruct({
    /** Durations in milliseconds. */
    stats: wireStruct({ cpuTime: Schema.Finite, wallClockTime: Schema.Finite })
  }),
  errors: [ItemNotFound]
})
