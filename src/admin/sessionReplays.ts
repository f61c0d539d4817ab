/** Recordings of user sessions in the browser. Later revisions of the platform only. */
import type * as Stream from "effect/Stream"
import { after, pageSize } from "../../layers/reads/index.ts"
import type { AdminAccess } from "../../schemas/access.ts"
import * as SessionReplays from "../../schemas/endpoints/sessionReplays.ts"
import type { SessionReplay, SessionReplayChunk } from "../../schemas/entities/SessionReplay.ts"
import type { CallError } from "../../schemas/errors/CallError.ts"
import type { ItemNotFound } from "../../schemas/errors/payments.ts"

type Replays<Item> = Stream.Stream<Item, CallError | ItemNotFound, AdminAccess>

/** Filters for recordings. `limit` is the number of recordings per request. */
export type ReplayQuery = Omit<NonNullable<Parameters<typeof SessionReplays.list>[0]>, "cursor">

/** Streams recordings, most recent event first, holding one page in memory. @param query `limit` @default 100 */
export const stream = (query: ReplayQuery = {}): Replays<SessionReplay> =>
  after((cursor) => SessionReplays.list({ ...query, limit: query.limit ?? pageSize, cursor }))

/** Streams the chunks of a recording without their content, holding one page in memory. */
export const streamChunks = (
  replay: Omit<Parameters<typeof SessionReplays.listChunks>[0], "cursor">
): Replays<SessionReplayChunk> =>
  after((cursor) => SessionReplays.listChunks({ ...replay, limit: replay.limit ?? pageSize, cursor }))

export { listChunkEvents, listEvents } from "../../schemas/endpoints/sessionReplays.ts"
