/** Session replays: receives the batches that browsers send, and returns recordings. docs/platform.md §23. */
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import * as SessionReplays from "../../../../schemas/endpoints/sessionReplays.ts"
import { ItemNotFound } from "../../../../schemas/errors/payments.ts"
import { analyticsEnabled, contactChannels, replays } from "../../model/index.ts"
import { type ApiRequest, authenticated, handle } from "../../request/index.ts"
import { type Project, Refusal, type Replay, type ReplayChunk } from "../../state/index.ts"

const maxEvents = 5000
const maxBytes = 1_000_000

/** Returns a list with the time of a recorded event. The list is empty if the event has no valid time. */
const timeOf = (event: Schema.Json): ReadonlyArray<number> => {
  const time = typeof event === "object" && event !== null && "timestamp" in event ? event.timestamp : undefined
  return typeof time === "number" && Number.isSafeInteger(time) ? [time] : []
}

const found = (project: Project, id: string): Effect.Effect<Replay, ItemNotFound> =>
  Effect.suspend(() => {
    const replay = project.analytics.replays.get(id)
    return replay === undefined ? Effect.fail(new ItemNotFound({ itemId: id })) : Effect.succeed(replay)
  })

/** Returns the page after the item with this id. */
const pageAfter = <A extends { readonly id: string }>(
  all: ReadonlyArray<A>,
  cursor: string | undefined,
  limit: number
): Effect.Effect<{ readonly items: ReadonlyArray<A>; readonly nextCursor: string | null }, ItemNotFound> =>
  Effect.suspend(() => {
    const before = cursor === undefined ? -1 : all.findIndex(({ id }) => id === cursor)
    if (cursor !== undefined && before === -1) return Effect.fail(new ItemNotFound({ itemId: cursor }))
    const items = all.slice(before + 1, before + 1 + limit)
    const nextCursor = before + 1 + limit < all.length ? items.at(-1)?.id ?? null : null
    return Effect.succeed({ items, nextCursor })
  })

const between = (limit: number, most: number): number => Math.min(Math.max(limit, 1), most)

const inOrder = ({ chunks }: Replay): ReadonlyArray<ReplayChunk> =>
  chunks.toSorted((a, b) => a.firstEventAt - b.firstEventAt || (a.id < b.id ? -1 : 1))

const chunkView = (
  { batchId, byteLength, createdAt, events, firstEventAt, id, lastEventAt, segmentId }: ReplayChunk
) => ({
  id,
  batchId,
  sessionReplaySegmentId: segmentId,
  eventCount: events.length,
  byteLength,
  firstEventAt: new Date(firstEventAt),
  lastEventAt: new Date(lastEventAt),
  createdAt: new Date(createdAt)
})

const view = (project: Project, replay: Replay) => {
  const user = project.users.get(replay.userId)
  return {
    id: replay.id,
    projectUser: {
      id: replay.userId,
      displayName: user?.displayName ?? null,
      primaryEmail: (user && contactChannels.primaryOf(project, user)?.value) ?? null
    },
    startedAt: new Date(replays.startOf(replay)),
    lastEventAt: new Date(replays.endOf(replay)),
    chunkCount: replay.chunks.length,
    eventCount: replay.chunks.reduce((sum, { events }) => sum + events.length, 0)
  }
}

type ListInput = NonNullable<Parameters<typeof SessionReplays.list>[0]>
type Filter = Omit<ListInput, "cursor" | "limit">

/** Rejects negative and contradictory bounds. */
const checkFilter = ({ clickCountMin = 0, durationMsMax, durationMsMin, lastEventAtFrom, lastEventAtTo }: Filter) =>
  [clickCountMin, durationMsMin ?? 0, durationMsMax ?? 0].some((bound) => bound < 0)
    ? Refusal.fail(400, "A bound must not be negative")
    : (durationMsMin ?? 0) > (durationMsMax ?? Infinity)
        || (lastEventAtFrom?.getTime() ?? 0) > (lastEventAtTo?.getTime() ?? Infinity)
    ? Refusal.fail(400, "A minimum exceeds its maximum")
    : Effect.void

const matches = (project: Project, filter: Filter) => (replay: Replay): boolean => {
  const { clickCountMin = 0, durationMsMax = Infinity, durationMsMin = 0, lastEventAtFrom, lastEventAtTo } = filter
  const end = replays.endOf(replay)
  const duration = end - replays.startOf(replay)
  const teamIds = project.users.get(replay.userId)?.teamIds ?? []
  return (filter.userIds === undefined || filter.userIds.includes(replay.userId))
    && (filter.teamIds === undefined || filter.teamIds.some((id) => teamIds.includes(id)))
    && duration >= durationMsMin && duration <= durationMsMax
    && end >= (lastEventAtFrom?.getTime() ?? 0) && end <= (lastEventAtTo?.getTime() ?? Infinity)
    && (clickCountMin === 0 || replays.clicksOf(project, replay) >= clickCountMin)
}

type ChunksInput = Parameters<typeof SessionReplays.listChunks>[0]
type ChunkInput = Parameters<typeof SessionReplays.listChunkEvents>[0]
type EventsInput = Parameters<typeof SessionReplays.listEvents>[0]

/** The reads that admins and servers have under different paths. */
const listReplays = ({ cursor, limit = 50, ...filter }: ListInput, project: Project) =>
  Effect.gen(function*() {
    yield* checkFilter(filter)
    const all = [...project.analytics.replays.values()]
      .filter(matches(project, filter))
      .sort((a, b) => replays.endOf(b) - replays.endOf(a) || (a.id < b.id ? 1 : -1))
    return yield* pageAfter(all, cursor, between(limit, 200))
  })

const listChunks = ({ cursor, limit = 100, sessionReplayId }: ChunksInput, { project }: ApiRequest) =>
  Effect.gen(function*() {
    const replay = yield* found(project, sessionReplayId)
    const { items, nextCursor } = yield* pageAfter(inOrder(replay), cursor, between(limit, 500))
    return {
      items: items.map((chunk) => ({ ...chunkView(chunk), browserSessionId: chunk.browserSessionId })),
      pagination: { nextCursor }
    }
  })

const listChunkEvents = ({ chunkId, sessionReplayId }: ChunkInput, { project }: ApiRequest) =>
  Effect.suspend(() => {
    const chunk = project.analytics.replays.get(sessionReplayId)?.chunks.find(({ id }) => id === chunkId)
    return chunk === undefined
      ? Effect.fail(new ItemNotFound({ itemId: chunkId }))
      : Effect.succeed({ events: chunk.events })
  })

const listEvents = ({ limit = 0, offset = 0, sessionReplayId }: EventsInput, { project }: ApiRequest) =>
  Effect.map(found(project, sessionReplayId), (replay) => {
    const all = inOrder(replay)
    const start = Math.max(offset, 0)
    return {
      chunks: all.map(chunkView),
      chunkEvents: all.slice(start, limit < 1 ? undefined : start + limit).map(({ events, id }) => ({
        chunkId: id,
        events
      }))
    }
  })

/** The view of servers also has the recorded session. */
const serverView = (project: Project, replay: Replay) => ({
  ...view(project, replay),
  refreshTokenId: replay.sessionId
})

/** Handlers for `/session-replays` and `/internal/session-replays`. */
export const handlers = handle(SessionReplays, {
  sendBatch: ({ batchId, browserSessionId, events, sentAt, sessionReplaySegmentId, startedAt }, request) =>
    Effect.gen(function*() {
      const { incoming, platform, project } = request
      yield* analyticsEnabled(project)
      const { id: userId } = yield* authenticated(request)
      const sessionId = request.authentication?.sessionId
      if (sessionId === undefined) return yield* Refusal.fail(400, "The access token has no session")
      if (incoming.body.length > maxBytes) {
        return yield* Refusal.fail(413, `A batch must have at most ${maxBytes} bytes`)
      }
      if (events.length === 0 || events.length > maxEvents) {
        return yield* Refusal.fail(400, `A batch must have 1 to ${maxEvents} events`)
      }
      const now = platform.now()
      const replay = replays.running(project, sessionId, now)
        ?? replays.start(project, { userId, sessionId, createdAt: now })
      const deduped = replay.chunks.some((chunk) => chunk.batchId === batchId)
      if (!deduped) {
        const times = events.flatMap(timeOf)
        replay.updatedAt = now
        replay.chunks.push({
          id: crypto.randomUUID(),
          batchId,
          segmentId: sessionReplaySegmentId,
          browserSessionId,
          events,
          byteLength: incoming.body.length,
          firstEventAt: times.length === 0 ? startedAt.getTime() : times.reduce((a, b) => Math.min(a, b)),
          lastEventAt: times.length === 0 ? sentAt.getTime() : times.reduce((a, b) => Math.max(a, b)),
          createdAt: now
        })
      }
      const s3Key = `session-replays/${project.id}/main/${replay.id}/${batchId}.json.gz`
      return { sessionReplayId: replay.id, batchId, s3Key, deduped }
    }),

  list: (input, { project }) =>
    Effect.map(listReplays(input, project), ({ items, nextCursor }) => ({
      items: items.map((replay) => view(project, replay)),
      pagination: { nextCursor }
    })),
  listChunks,
  listChunkEvents,
  listEvents,

  listAsServer: (input, { project }) =>
    Effect.map(listReplays(input, project), ({ items, nextCursor }) => ({
      items: items.map((replay) => serverView(project, replay)),
      pagination: { nextCursor }
    })),
  getAsServer: ({ sessionReplayId }, { project }) =>
    Effect.map(found(project, sessionReplayId), (replay) => serverView(project, replay)),
  listChunksAsServer: listChunks,
  listChunkEventsAsServer: listChunkEvents,
  listEventsAsServer: listEvents
})
