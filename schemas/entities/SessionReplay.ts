/** Session replays: recordings of users in the browser. Later revisions of the platform only. */
import * as Schema from "effect/Schema"
import { Json, Millis } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"

/** A recording. */
export class SessionReplay extends Schema.Opaque<SessionReplay>()(wireStruct({
  id: Schema.String,
  /** Id of the session that was recorded. Present at server level in some platforms after 2026-04. */
  refreshTokenId: Schema.optionalKey(Schema.String),
  projectUser: wireStruct({
    id: Schema.String,
    displayName: Schema.NullOr(Schema.String),
    primaryEmail: Schema.NullOr(Schema.String)
  }),
  startedAt: wire("started_at_millis", Millis),
  lastEventAt: wire("last_event_at_millis", Millis),
  chunkCount: Schema.Int,
  eventCount: Schema.Int
})) {}

/** A chunk of a recording, as the browser sent it. */
export class SessionReplayChunk extends Schema.Opaque<SessionReplayChunk>()(wireStruct({
  id: Schema.String,
  batchId: Schema.String,
  sessionReplaySegmentId: Schema.NullOr(Schema.String),
  /** Absent if the chunks are returned together with their events. */
  browserSessionId: Schema.optionalKey(Schema.NullOr(Schema.String)),
  eventCount: Schema.Int,
  byteLength: Schema.Int,
  firstEventAt: wire("first_event_at_millis", Millis),
  lastEventAt: wire("last_event_at_millis", Millis),
  createdAt: wire("created_at_millis", Millis)
})) {}

/** The events of a chunk, in the recorder's format. */
export class SessionReplayChunkEvents extends Schema.Opaque<SessionReplayChunkEvents>()(wireStruct({
  chunkId: Schema.String,
  events: Schema.Array(Json)
})) {}
