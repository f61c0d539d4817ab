import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as Analytics from "../../../../../schemas/endpoints/analytics.ts"
import * as Metrics from "../../../../../schemas/endpoints/metrics.ts"
import * as ProjectConfig from "../../../../../schemas/endpoints/projectConfig.ts"
import * as SessionReplays from "../../../../../schemas/endpoints/sessionReplays.ts"
import { sessionReplays } from "../../../../../src/admin/index.ts"
import { asAdmin, asServer, emulated, signUp } from "../../support/support.ts"

const segment = "3f0c1a52-7d4e-4b8a-9c6d-2e1f5a7b9c0d"

const batchIds = [
  "00000000-0000-4000-8000-000000000001",
  "00000000-0000-4000-8000-000000000002",
  "00000000-0000-4000-8000-000000000003"
] as const

const record = (batchId: string, times: ReadonlyArray<number>) =>
  SessionReplays.sendBatch({
    browserSessionId: segment,
    sessionReplaySegmentId: segment,
    batchId,
    startedAt: new Date(0),
    sentAt: new Date(0),
    events: times.map((timestamp) => ({ type: 4, timestamp }))
  })

const click = (path: string) =>
  Analytics.sendEvents({
    sessionReplaySegmentId: segment,
    batchId: segment,
    sentAt: new Date(0),
    events: [
      { eventType: "$page-view", eventAt: new Date(1000), data: { path, referrer: "https://example.com/" } },
      { eventType: "$click", eventAt: new Date(2000), data: { path } }
    ]
  })

const listed = (query: Parameters<typeof SessionReplays.list>[0] = {}) =>
  Effect.map(asAdmin(SessionReplays.list(query)), ({ items }) => items)

const query = (query: string, params = {}) =>
  Effect.map(asAdmin(Analytics.query({ query, params })), ({ result }) => result)

const rejected = (text: string) => Effect.map(Effect.flip(query(text)), (error) => error._tag)

describe("session replays", () => {
  it.effect("batches of a session form one replay until three minutes pass without a batch", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* record(batchIds[0], [5000, 4000])
      yield* TestClock.adjust("3 minutes")
      yield* record(batchIds[1], [9000])
      yield* TestClock.adjust("181 seconds")
      yield* record(batchIds[2], [20_000])

      const [second, first] = yield* listed()

      assert.deepInclude(first, {
        startedAt: new Date(4000),
        lastEventAt: new Date(9000),
        chunkCount: 2,
        eventCount: 3
      })
      assert.deepStrictEqual(first!.projectUser, { id: userId, displayName: null, primaryEmail: "ann@example.com" })
      assert.strictEqual(second!.chunkCount, 1)
    }).pipe(Effect.provide(emulated({ apps: ["analytics"] }))))

  it.effect("the events of a replay are those that the browser sent, and a repeated batch changes nothing", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { deduped, sessionReplayId } = yield* record(batchIds[0], [5000])
      yield* record(batchIds[1], [4000, 4500])
      const again = yield* record(batchIds[0], [7000])

      const chunks = yield* asAdmin(Stream.runCollect(sessionReplays.streamChunks({ sessionReplayId, limit: 1 })))
      const { chunkEvents } = yield* asAdmin(sessionReplays.listEvents({ sessionReplayId, offset: 1 }))

      assert.deepStrictEqual([deduped, again.deduped], [false, true])
      assert.deepStrictEqual(chunks.map(({ batchId }) => batchId), [batchIds[1], batchIds[0]])
      assert.deepStrictEqual(chunkEvents, [{ chunkId: chunks[1]!.id, events: [{ type: 4, timestamp: 5000 }] }])
      const { events } = yield* asAdmin(sessionReplays.listChunkEvents({ sessionReplayId, chunkId: chunks[0]!.id }))
      assert.strictEqual(events.length, 2)
    }).pipe(Effect.provide(emulated({ apps: ["analytics"] }))))

  it.effect("filters of replays apply together, and contradictory filters fail", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* record(batchIds[0], [1000, 3000])
      yield* click("/")

      const counts = yield* Effect.forEach([
        { userIds: [userId], durationMsMin: 2000, clickCountMin: 1, lastEventAtFrom: new Date(3000) },
        { userIds: [segment] },
        { durationMsMax: 1999 },
        { clickCountMin: 2 },
        { lastEventAtTo: new Date(2999) }
      ], (filter) => Effect.map(listed(filter), ({ length }) => length))

      assert.deepStrictEqual(counts, [1, 0, 0, 0, 0])
      const error = yield* Effect.flip(listed({ durationMsMin: 2, durationMsMax: 1 }))
      assert.deepInclude(error, { _tag: "CallError" })
    }).pipe(Effect.provide(emulated({ apps: ["analytics"] }))))

  it.effect("ITEM_NOT_FOUND: readers of session replays fail for an unknown replay, chunk and cursor", () =>
    Effect.gen(function*() {
      const sessionReplayId = "nothing"
      const errors = [
        yield* Effect.flip(asAdmin(SessionReplays.listChunks({ sessionReplayId }))),
        yield* Effect.flip(asAdmin(SessionReplays.listChunkEvents({ sessionReplayId, chunkId: "none" }))),
        yield* Effect.flip(asAdmin(SessionReplays.listEvents({ sessionReplayId }))),
        yield* Effect.flip(asAdmin(SessionReplays.list({ cursor: "none" })))
      ]

      const ids = errors.map((error) => error._tag === "ItemNotFound" && error.details.itemId)
      assert.deepStrictEqual(ids, ["nothing", "none", "nothing", "none"])
    }).pipe(Effect.provide(emulated({ apps: ["analytics"] }))))
})

describe("the app analytics", () => {
  it.effect("ANALYTICS_NOT_ENABLED: analytics.sendEvents and sessionReplays.sendBatch fail unless the project has the app", () =>
    Effect.gen(function*() {
      const tags = Effect.map(
        Effect.all([Effect.flip(click("/")), Effect.flip(record(batchIds[0], [1000]))]),
        (errors) => errors.map(({ _tag }) => _tag)
      )

      assert.deepStrictEqual(yield* tags, ["AnalyticsNotEnabled", "AnalyticsNotEnabled"])
      yield* signUp()
      assert.deepStrictEqual(yield* tags, ["AnalyticsNotEnabled", "AnalyticsNotEnabled"])
      const configOverrideString = Redacted.make(
        JSON.stringify({ apps: { installed: { analytics: { enabled: true } } } })
      )
      yield* asAdmin(ProjectConfig.updateOverride({ level: "environment", configOverrideString }))
      assert.deepStrictEqual(yield* click("/"), { inserted: 2 })
    }).pipe(Effect.provide(emulated())))
})

describe("metrics of visits", () => {
  it.effect("the metrics count page views, clicks, visitors and replays of the day", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* record(batchIds[0], [1000])
      yield* click("/a")
      yield* click("/b")

      const { analyticsOverview } = yield* asAdmin(Metrics.get())

      const { dailyClicks, dailyPageViews, dailyVisitors, topReferrers, totalReplays, visitors } = analyticsOverview!
      assert.deepStrictEqual(topReferrers, [{ referrer: "https://example.com/", visitors: 1 }])
      const today = [dailyPageViews, dailyClicks, dailyVisitors].map((days) => days.at(-1)!.activity)
      assert.deepStrictEqual([...today, totalReplays, visitors], [2, 2, 1, 1, 1])
    }).pipe(Effect.provide(emulated({ apps: ["analytics"] }))))
})

describe("analytics queries", () => {
  it.effect("a query reads the events that browsers sent, and each event names the replay in which it happened", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const { sessionReplayId } = yield* record(batchIds[0], [1000])
      yield* click("/pricing")

      const events = yield* query(
        "SELECT event_type, event_at, session_replay_id, user_id FROM events WHERE event_type = {type:String}",
        { type: "$click" }
      )

      assert.deepStrictEqual(events, [{
        event_type: "$click",
        event_at: "1970-01-01 00:00:02.000",
        session_replay_id: sessionReplayId,
        user_id: userId
      }])
    }).pipe(Effect.provide(emulated({ apps: ["analytics"] }))))

  it.effect("a query groups, counts, orders and limits rows", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* click("/a")
      yield* click("/b")

      const groups = yield* query(
        "select event_type as type, count() as times from events group by event_type order by type desc limit 1"
      )

      assert.deepStrictEqual(groups, [{ type: "$page-view", times: 2 }])
      assert.deepStrictEqual(yield* query("SELECT count(*) AS n FROM events WHERE event_at > '2030-01-01'"), [{ n: 0 }])
      assert.deepStrictEqual(yield* query("SELECT {n:UInt8} AS n", { n: 2 }), [{ n: 2 }])
      assert.deepStrictEqual(yield* query("SELECT primary_email FROM users"), [{ primary_email: "ann@example.com" }])
    }).pipe(Effect.provide(emulated({ apps: ["analytics"] }))))

  it.effect("ANALYTICS_QUERY_ERROR: analytics.query fails for writes, unknown tables and unsupported parts", () =>
    Effect.gen(function*() {
      const tags = yield* Effect.forEach([
        "INSERT INTO users VALUES (1)",
        "SELECT * FROM system.tables",
        "SELECT * FROM users; SELECT 1",
        "SELECT password FROM users",
        "SELECT windowFunnel(user_id) FROM events",
        "SELECT {missing:String}",
        "SELECT"
      ], rejected)

      assert.deepStrictEqual([...new Set(tags)], ["AnalyticsQueryError"])
    }).pipe(Effect.provide(emulated({ users: [{ email: "ann@example.com" }] }))))

  it.effect("analytics.getQueryTiming returns a query's duration, and fails with ITEM_NOT_FOUND for an unknown id", () =>
    Effect.gen(function*() {
      const { queryId } = yield* asAdmin(Analytics.query({ query: "SELECT 1 AS one" }))

      const { stats } = yield* asServer(Analytics.getQueryTiming({ queryId }))

      assert.isAtLeast(stats.wallClockTime, 0)
      const error = yield* Effect.flip(asServer(Analytics.getQueryTiming({ queryId: "unknown" })))
      assert.strictEqual(error._tag, "ItemNotFound")
    }).pipe(Effect.provide(emulated({ apps: ["analytics"] }))))
})
