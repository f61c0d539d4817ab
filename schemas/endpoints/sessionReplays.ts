/** Recordings of what users did in the browser. In later revisions of the platform. */
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
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
  decode: SchemaGetter.transform((text: string) => text === "" ? [] : text.split(",")),
  encode: SchemaGetter.transform((ids: ReadonlyArray<string>) => ids.join(","))
}))

const pageAfter = <Item extends Schema.Constraint>(item: Item) =>
  wireStruct({
    items: Schema.Array(item),
    /** `nextCursor` is the id of the last item here; `null` on the last page. */
    pagination: wireStruct({ nextCursor: Schema.NullOr(Schema.String) })
  })

/**
 * Takes a piece of a recording, 1 to 5000 events of the recorder and at most 1,000,000 bytes: a plain 400 or 413
 * otherwise. The session has to be known by its access token. Sending a batch again changes nothing.
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
    /** Where the platform keeps it. */
    s3Key: wire("s3_key", Schema.String),
    /** The batch was there already; a yes or no as far as is known. */
    deduped: Json
  }),
  errors: [AnalyticsNotEnabled, UserAuthenticationRequired],
  invalidates: ["sessionReplays"]
})

const paging = { cursor: Schema.optional(Schema.String), limit: Schema.optional(QueryInt) }

/**
 * Recordings, the one with the latest event first.
 *
 * A `limit` that is too high is lowered. Filters that contradict each other are refused with a plain 400.
 */
export const list = endpoint("admin", "sessionReplays.list", "GET /internal/session-replays", {
  since: "2026-04",
  input: {
    ...paging,
    userIds: Schema.optional(QueryUuids),
    teamIds: Schema.optional(QueryUuids),
    durationMsMin: Schema.optional(QueryInt),
    durationMsMax: Schema.optional(QueryInt),
    lastEventAtFrom: wire("last_event_at_from_millis", Schema.optional(QueryMillis)),
    lastEventAtTo: wire("last_event_at_to_millis", Schema.optional(QueryMillis)),
    clickCountMin: Schema.optional(QueryInt)
  },
  output: pageAfter(SessionReplay),
  errors: [ItemNotFound]
})

/** The pieces of a recording, without what is in them. */
export const listChunks = endpoint(
  "admin",
  "sessionReplays.listChunks",
  "GET /internal/session-replays/{session_replay_id}/chunks",
  {
    since: "2026-04",
    input: { sessionReplayId, ...paging },
    output: pageAfter(SessionReplayChunk),
    errors: [ItemNotFound]
  }
)

/** What was recorded in one piece. */
export const listChunkEvents = endpoint(
  "admin",
  "sessionReplays.listChunkEvents",
  "GET /internal/session-replays/{session_replay_id}/chunks/{chunk_id}/events",
  {
    since: "2026-04",
    input: { sessionReplayId, chunkId: Schema.String },
    output: wireStruct({ events: Schema.Array(Json) }),
    errors: [ItemNotFound]
  }
)

/** Pieces of a recording with what is in them, from the `offset`th on. */
export const listEvents = endpoint(
  "admin",
  "sessionReplays.listEvents",
  "GET /internal/session-replays/{session_replay_id}/events",
  {
    since: "2026-04",
    input: { sessionReplayId, offset: Schema.optional(QueryInt), limit: Schema.optional(QueryInt) },
    output: wireStruct({
      chunks: Schema.Array(SessionReplayChunk),
      chunkEvents: Schema.Array(SessionReplayChunkEvents)
    }),
    errors: [ItemNotFound]
  }
)
