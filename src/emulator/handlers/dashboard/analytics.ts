/** Analytics events, which newer clients send automatically, and queries on them. docs/platform.md §23. */
import * as Effect from "effect/Effect"
import * as Analytics from "../../../../schemas/endpoints/analytics.ts"
import { ItemNotFound } from "../../../../schemas/errors/payments.ts"
import { analyticsEnabled, replays, runQuery } from "../../model/index.ts"
import { type ApiRequest, authenticated, handle, schemaError } from "../../request/index.ts"
import { Refusal } from "../../state/index.ts"

const maxTimeoutMillis = 120_000

type Query = Parameters<typeof Analytics.queryAsServer>[0]

/** Runs a query. Admins and servers have the same queries under different paths. */
const query = (
  { includeAllBranches = false, params = {}, query, timeoutMs = 10_000 }: Query,
  { platform, project, spec }: ApiRequest
) =>
  Effect.gen(function*() {
    if (timeoutMs > maxTimeoutMillis) {
      return yield* Effect.fail(
        schemaError(spec, [{ path: "body.timeout_ms", problem: `expected at most ${maxTimeoutMillis}` }])
      )
    }
    if (query === "") return yield* Effect.fail(schemaError(spec, [{ path: "body.query", problem: "empty" }]))
    if (includeAllBranches && spec.access === "admin") {
      return yield* Refusal.fail(500, "Queries over all branches are not available")
    }
    const result = yield* runQuery(project, { query, params, now: platform.now(), timeoutMillis: timeoutMs })
    const queryId = `${project.id}:main:${crypto.randomUUID()}`
    project.analytics.queryIds.add(queryId)
    return { result, queryId }
  })

const queryTiming = ({ queryId }: Parameters<typeof Analytics.getQueryTiming>[0], { project }: ApiRequest) =>
  Effect.suspend(() =>
    project.analytics.queryIds.has(queryId)
      ? Effect.succeed({ stats: { cpuTime: 0, wallClockTime: 0 } })
      : Effect.fail(new ItemNotFound({ itemId: queryId }))
  )

/** Handlers for `/analytics` and `/internal/analytics`. */
export const handlers = handle(Analytics, {
  sendEvents: (input, request) =>
    Effect.gen(function*() {
      const { platform, project } = request
      yield* analyticsEnabled(project)
      const { id: userId } = yield* authenticated(request)
      const sessionId = request.authentication?.sessionId
      if (sessionId === undefined) return yield* Refusal.fail(400, "The access token has no session")
      // the newest clients compress their batches, which are accepted without being read
      const events = input.events ?? []
      const createdAt = platform.now()
      const replayId = replays.running(project, sessionId, createdAt)?.id ?? null
      for (const { data, eventAt, eventType } of events) {
        project.analytics.events.push({
          type: eventType,
          at: eventAt.getTime(),
          data,
          userId,
          sessionId,
          replayId,
          segmentId: input.sessionReplaySegmentId,
          createdAt
        })
      }
      return { inserted: events.length }
    }),

  query,
  getQueryTiming: queryTiming,
  queryAsServer: query,
  getQueryTimingAsServer: queryTiming
})
