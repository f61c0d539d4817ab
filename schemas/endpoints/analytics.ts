/** A project's analytics events, and queries on them. Since revision 2026-04. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { AnalyticsNotEnabled, AnalyticsQueryError, AnalyticsQueryTimeout } from "../errors/analytics.ts"
import { ItemNotFound, ItemQuantityInsufficientAmount } from "../errors/payments.ts"
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

const queried = {
  query: Schema.String,
  params: Schema.optional(Schema.Record(Schema.String, Json)),
  /** Maximum duration in milliseconds, at least 1000. */
  timeoutMs: Schema.optional(
    Schema.Int.check(Schema.isGreaterThanOrEqualTo(1000, { expected: "at least 1000 milliseconds" }))
  ),
  /** With `true`, platforms of 2026-04 fail with `HttpFailure` (500). Later ones ignore it. */
  includeAllBranches: Schema.optional(Schema.Boolean)
}

const rows = wireStruct({ result: Schema.Array(Schema.Record(Schema.String, Json)), queryId: Schema.String })

const timing = wireStruct({
  /** Durations in milliseconds. */
  stats: wireStruct({ cpuTime: Schema.Finite, wallClockTime: Schema.Finite })
})

/** Runs a query and returns its rows. The platform limits the duration. `queryAsServer` is its successor. */
export const query = endpoint("admin", "analytics.query", "POST /internal/analytics/query", {
  since: "2026-04",
  input: queried,
  output: rows,
  errors: [AnalyticsQueryTimeout, AnalyticsQueryError, AnalyticsNotEnabled]
})

/**
 * Runs a query and returns its rows. The project's plan limits the duration: without any time left, the call fails with
 * `ItemQuantityInsufficientAmount`. Since revision 2026-10, which was read in sources only. docs/platform.md §25.
 */
export const queryAsServer = endpoint("server", "analytics.queryAsServer", "POST /analytics/query", {
  since: "2026-10",
  input: queried,
  output: rows,
  errors: [AnalyticsQueryError, ItemQuantityInsufficientAmount]
})

/**
 * Returns the duration of a query. The platform logs a query a few seconds late; until then, the call fails with
 * `ItemNotFound`.
 */
export const getQueryTiming = endpoint("server", "analytics.getQueryTiming", "POST /internal/analytics/query/timing", {
  since: "2026-04",
  input: { queryId: Schema.String },
  output: timing,
  errors: [ItemNotFound]
})

/** Returns the duration of a query of `queryAsServer`, like `getQueryTiming`. Since revision 2026-10. */
export const getQueryTimingAsServer = endpoint(
  "server",
  "analytics.getQueryTimingAsServer",
  "POST /analytics/query/timing",
  {
    since: "2026-10",
    input: { queryId: Schema.String },
    output: timing,
    errors: [ItemNotFound]
  }
)
