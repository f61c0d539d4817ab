/** Recordings of users' actions in the browser. Since revision 2026-04. */
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { joined, separated } from "../compiled/plain.ts"
import { endpoint } from "../Endpoint.ts"
import { SessionReplay, SessionReplayChunk, SessionReplayChunkEvents } from "../entities/SessionReplay.ts"
import { AnalyticsNotEnabled } from "../errors/analytics.ts"
import { ItemNotFound } from "../errors/payments.ts"
import { UserAuthenticationRequired } from "../errors/users.ts"
import { Json, Millis, QueryInt, Uuid } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"

const sessionReplayId = Schema.String

const QueryMillis = Schema.FiniteFromString.pipe(Schema.decodeTo(Millis))

const QueryUuids = Schema.String.pipe(Schema.decodeTo(Schema.Array(Uuid), {
  decode: SchemaGetter.transform(separated),
  encode: SchemaGetter.transform(joined)
}))

const pageAfter = <Item extends Schema.Constraint>(item: Item) =>
  wireStruct({
    items: Schema.Array(item),
    /** `nextCursor` is the id of the last item on this page, or `null` on the last page. */
    pagination: wireStruct({ nextCursor: Schema.NullOr(Schema.String) })
  })

/**
 * Uploads a part of a recording: 1 to 5,000 recorder events and at most 1,000,000 bytes. Outside these limits, the call
 * fails with `HttpFailure` (400 or 413). The request needs a session with an access token. Uploading a batch twice
 * changes nothing.
 */
export const sendBatch = endpoint("client", "sessionReplays.sendBatch", "POST /session-replays/batch", {
  since: "2026-04",
  input: {
    browserSessionId: Uuid,
    sessionReplaySegmentId: Uuid,
    batchId: Uuid,
    startedAt: wire("started_at_ms", Millis),
    sentAt: wire("sent_at_ms", Millis),
    events: Schema.Array(Json)
  },
  output: wireStruct({
    sessionReplayId: Schema.String,
    batchId: Schema.String,
    /** Storage location on the platform. */
    s3Key: wire("s3_key", Schema.String),
    /** Whether the platform already had the batch. Known platforms send a boolean. */
    deduped: Json
  }),
  errors: [AnalyticsNotEnabled, UserAuthenticationRequired],
  invalidates: ["sessionReplays"]
})

const paging = { cursor: Schema.optional(Schema.String), limit: Schema.optional(QueryInt) }

const filters = {
  ...paging,
  userIds: Schema.optional(QueryUuids),
  teamIds: Schema.optional(QueryUuids),
  durationMsMin: Schema.optional(QueryInt),
  durationMsMax: Schema.optional(QueryInt),
  lastEventAtFrom: wire("last_event_at_from_millis", Schema.optional(QueryMillis)),
  lastEventAtTo: wire("last_event_at_to_millis", Schema.optional(QueryMillis)),
  clickCountMin: Schema.optional(QueryInt)
}

const slice = { offset: Schema.optional(QueryInt), limit: Schema.optional(QueryInt) }

const replaysPage = pageAfter(SessionReplay)
const chunksPage = pageAfter(SessionReplayChunk)
const eventsOfChunk = wireStruct({ events: Schema.Array(Json) })
const eventsOfReplay = wireStruct({
  chunks: Schema.Array(SessionReplayChunk),
  chunkEvents: Schema.Array(SessionReplayChunkEvents)
})

/**
 * Lists recordings in the order of their latest events, newest first. `listAsServer` is its successor.
 *
 * The platform lowers a `limit` above its maximum. Contradictory filters fail with `HttpFailure` (400).
 */
export const list = endpoint("admin", "sessionReplays.list", "GET /internal/session-replays", {
  since: "2026-04",
  input: filters,
  output: replaysPage,
  errors: [ItemNotFound]
})

/**
 * Lists recordings, like `list`. Since revision 2026-10, which was read in sources only, like the other endpoints
 * `…AsServer`. docs/platform.md §25.
 */
export const listAsServer = endpoint("server", "sessionReplays.listAsServer", "GET /session-replays", {
  since: "2026-10",
  input: filters,
  output: replaysPage,
  errors: [ItemNotFound]
})

/** Returns a recording. Since revision 2026-10. */
export const getAsServer = endpoint(
  "server",
  "sessionReplays.getAsServer",
  "GET /session-replays/{session_replay_id}",
  {
    since: "2026-10",
    input: { sessionReplayId: Uuid },
    output: SessionReplay,
    errors: [ItemNotFound]
  }
)

/** Lists the chunks of a recording, without their events. */
export const listChunks = endpoint(
  "admin",
  "sessionReplays.listChunks",
  "GET /internal/session-replays/{session_replay_id}/chunks",
  {
    since: "2026-04",
    input: { sessionReplayId, ...paging },
    output: chunksPage,
    errors: [ItemNotFound]
  }
)

/** Lists the chunks of a recording, without their events, like `listChunks`. Since revision 2026-10. */
export const listChunksAsServer = endpoint(
  "server",
  "sessionReplays.listChunksAsServer",
  "GET /session-replays/{session_replay_id}/chunks",
  {
    since: "2026-10",
    input: { sessionReplayId: Uuid, ...paging },
    output: chunksPage,
    errors: [ItemNotFound]
  }
)

/** Returns the events of one chunk. */
export const listChunkEvents = endpoint(
  "admin",
  "sessionReplays.listChunkEvents",
  "GET /internal/session-replays/{session_replay_id}/chunks/{chunk_id}/events",
  {
    since: "2026-04",
    input: { sessionReplayId, chunkId: Schema.String },
    output: eventsOfChunk,
    errors: [ItemNotFound]
  }
)

/** Returns the events of one chunk, like `listChunkEvents`. Since revision 2026-10. */
export const listChunkEventsAsServer = endpoint(
  "server",
  "sessionReplays.listChunkEventsAsServer",
  "GET /session-replays/{session_replay_id}/chunks/{chunk_id}/events",
  {
    since: "2026-10",
    input: { sessionReplayId: Uuid, chunkId: Uuid },
    output: eventsOfChunk,
    errors: [ItemNotFound]
  }
)

/** Lists chunks of a recording with their events, starting at `offset`. */
export const listEvents = endpoint(
  "admin",
  "sessionReplays.listEvents",
  "GET /internal/session-replays/{session_replay_id}/events",
  {
    since: "2026-04",
    input: { sessionReplayId, ...slice },
    output: eventsOfReplay,
    errors: [ItemNotFound]
  }
)

/** Lists chunks of a recording with their events, starting at `offset`, like `listEvents`. Since revision 2026-10. */
export const listEventsAsServer = endpoint(
  "server",
  "sessionReplays.listEventsAsServer",
  "GET /session-replays/{session_replay_id}/events",
  {
    since: "2026-10",
    input: { sessionReplayId: Uuid, ...slice },
    output: eventsOfReplay,
    errors: [ItemNotFound]
  }
)
