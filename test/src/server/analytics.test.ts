/** Analytics and session replays of back ends, on platforms that have them for servers and on earlier ones. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Analytics from "../../../schemas/endpoints/analytics.ts"
import * as SessionReplays from "../../../schemas/endpoints/sessionReplays.ts"
import { Emulator, type Seed } from "../../../src/emulator/index.ts"
import * as analytics from "../../../src/server/analytics.ts"
import * as sessionReplays from "../../../src/server/sessionReplays.ts"
import { overBothTransports } from "../../support/platform/transports.ts"
import { asAdmin, asServer, signUp } from "../emulator/support/support.ts"

const id = "3f0c1a52-7d4e-4b8a-9c6d-2e1f5a7b9c0d"

const on = (revision: NonNullable<Seed["revision"]>): Seed => ({ revision, apps: ["analytics"] })

/** Records one event of a new user. Returns the id of the replay. */
const recorded = Effect.gen(function*() {
  const { userId } = yield* signUp()
  const { sessionReplayId } = yield* SessionReplays.sendBatch({
    browserSessionId: id,
    sessionReplaySegmentId: id,
    batchId: id,
    startedAt: new Date(0),
    sentAt: new Date(0),
    events: [{ type: 4, timestamp: 1000 }]
  })
  return { sessionReplayId, userId }
})

/** Reads everything about the replays, and runs a query. */
const everything = Effect.gen(function*() {
  const [replay] = yield* Stream.runCollect(sessionReplays.stream())
  const sessionReplayId = replay!.id
  const [chunk] = yield* Stream.runCollect(sessionReplays.streamChunks({ sessionReplayId }))
  const { events } = yield* sessionReplays.listChunkEvents({ sessionReplayId, chunkId: chunk!.id })
  const { chunkEvents } = yield* sessionReplays.listEvents({ sessionReplayId })
  const { queryId, result } = yield* analytics.query({ query: "SELECT {n:Int32} + 1 AS n", params: { n: 2 } })
  const { stats } = yield* analytics.getQueryTiming({ queryId })
  return { replay: replay!, events, chunkEvents: chunkEvents.map((each) => each.events), result, stats }
})

const read = {
  events: [{ type: 4, timestamp: 1000 }],
  chunkEvents: [[{ type: 4, timestamp: 1000 }]],
  result: [{ n: 3 }],
  stats: { cpuTime: 0, wallClockTime: 0 }
}

const pathsOf = Effect.map(
  Emulator,
  ({ requests }) =>
    requests.list().map(({ path }) => path).filter((path) => /replays|query/.test(path) && !path.endsWith("/batch"))
)

overBothTransports(({ emulated }) => {
  describe("analytics of servers", () => {
    it.live("a server client reads replays and runs queries by the servers' own paths on 2026-10", () =>
      Effect.gen(function*() {
        const { sessionReplayId, userId } = yield* recorded
        const { replay, ...others } = yield* asServer(everything)
        const same = yield* asServer(sessionReplays.get({ sessionReplayId }))

        assert.deepStrictEqual(others, read)
        assert.strictEqual(replay.id, sessionReplayId)
        assert.strictEqual(replay.projectUser.id, userId)
        assert.isString(replay.refreshTokenId)
        assert.deepStrictEqual(same, replay)
        assert.deepStrictEqual((yield* pathsOf).filter((path) => path.includes("/internal/")), [])
      }).pipe(Effect.provide(emulated(on("2026-10")))))

    it.live("an admin client falls back on the admins' paths on 2026-04", () =>
      Effect.gen(function*() {
        const { sessionReplayId } = yield* recorded
        const { replay, ...others } = yield* asAdmin(everything)
        const alone = yield* Effect.flip(asAdmin(sessionReplays.get({ sessionReplayId })))

        assert.deepStrictEqual(others, read)
        assert.strictEqual(replay.id, sessionReplayId)
        assert.deepInclude((alone as any).reason, { _tag: "HttpFailure", status: 404, since: "2026-10" })
      }).pipe(Effect.provide(emulated(on("2026-04")))))

    it.live("a server client fails with AdminAccessRequired on 2026-04, which names the admin client", () =>
      Effect.gen(function*() {
        const { sessionReplayId } = yield* recorded
        const chunk = { sessionReplayId, chunkId: id }
        const errors = yield* asServer(Effect.all([
          Effect.flip(Stream.runDrain(sessionReplays.stream())),
          Effect.flip(Stream.runDrain(sessionReplays.streamChunks({ sessionReplayId }))),
          Effect.flip(sessionReplays.listChunkEvents(chunk)),
          Effect.flip(sessionReplays.listEvents({ sessionReplayId })),
          Effect.flip(analytics.query({ query: "SELECT 1" }))
        ]))

        assert.deepStrictEqual(errors.map(({ _tag }) => _tag), Array(5).fill("AdminAccessRequired"))
        assert.include(errors[0].message, "This platform has session replays for admins only. Use an admin client")
        assert.include(errors[4].message, "analytics for admins only")
      }).pipe(Effect.provide(emulated(on("2026-04")))))

    it.live("an unknown replay and a rejected query are errors of their own, without a second request", () =>
      Effect.gen(function*() {
        const errors = yield* asAdmin(Effect.all([
          Effect.flip(sessionReplays.listEvents({ sessionReplayId: id })),
          Effect.flip(analytics.query({ query: "DROP TABLE events" })),
          Effect.flip(analytics.getQueryTiming({ queryId: "unknown" }))
        ]))

        assert.deepStrictEqual(errors.map(({ _tag }) => _tag), ["ItemNotFound", "AnalyticsQueryError", "ItemNotFound"])
        assert.lengthOf(yield* pathsOf, 3)
      }).pipe(Effect.provide(emulated(on("2026-10")))))

    it.live("the servers' paths reject ids that aren't UUIDs before any request, and clients at their level", () =>
      Effect.gen(function*() {
        const malformed = yield* Effect.flip(asServer(sessionReplays.listEvents({ sessionReplayId: "nothing" })))
        const everyBranch = yield* asServer(
          Analytics.queryAsServer({ query: "SELECT 1 AS n", includeAllBranches: true })
        )

        assert.strictEqual((malformed as any).reason._tag, "InvalidInput")
        assert.deepStrictEqual(everyBranch.result, [{ n: 1 }])
      }).pipe(Effect.provide(emulated(on("2026-10")))))
  })
})
