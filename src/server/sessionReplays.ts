/**
 * Recordings of user sessions in the browser. Platforms since revision 2026-10 show them to servers. Platforms of
 * 2026-04 show them to admins only: there an admin client makes a second request, and a server client fails with
 * `AdminAccessRequired`. docs/platform.md §25.
 */
import * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import { after, pageSize } from "../../layers/reads/index.ts"
import type { ServerAccess } from "../../schemas/access.ts"
import * as SessionReplays from "../../schemas/endpoints/sessionReplays.ts"
import type { SessionReplay, SessionReplayChunk } from "../../schemas/entities/SessionReplay.ts"
import type { CallError } from "../../schemas/errors/CallError.ts"
import type { ItemNotFound } from "../../schemas/errors/payments.ts"
import type { AdminAccessRequired } from "../errors/index.ts"
import { orAsAdmin } from "./viaAdmin.ts"

type Replays<Item> = Stream.Stream<Item, CallError | ItemNotFound | AdminAccessRequired, ServerAccess>

/** Filters for recordings. `limit` is the number of recordings per request. */
export type ReplayQuery = Omit<NonNullable<Parameters<typeof SessionReplays.list>[0]>, "cursor">

const feature = "session replays"

/** Streams recordings, most recent event first, holding one page in memory. @param query `limit` @default 100 */
export const stream = (query: ReplayQuery = {}): Replays<SessionReplay> =>
  after((cursor) => {
    const page = { ...query, limit: query.limit ?? pageSize, cursor }
    return orAsAdmin(SessionReplays.listAsServer(page), SessionReplays.list(page), feature)
  })

/** Streams the chunks of a recording without their content, holding one page in memory. */
export const streamChunks = (
  replay: Omit<Parameters<typeof SessionReplays.listChunks>[0], "cursor">
): Replays<SessionReplayChunk> =>
  after((cursor) => {
    const page = { ...replay, limit: replay.limit ?? pageSize, cursor }
    return orAsAdmin(SessionReplays.listChunksAsServer(page), SessionReplays.listChunks(page), feature)
  })

/** Returns the events of one chunk. */
export const listChunkEvents = Effect.fn("server.sessionReplays.listChunkEvents")((
  chunk: Parameters<typeof SessionReplays.listChunkEvents>[0]
) => orAsAdmin(SessionReplays.listChunkEventsAsServer(chunk), SessionReplays.listChunkEvents(chunk), feature))

/** Lists the chunks of a recording, and the events of those that `offset` and `limit` select. */
export const listEvents = Effect.fn("server.sessionReplays.listEvents")((
  replay: Parameters<typeof SessionReplays.listEvents>[0]
) => orAsAdmin(SessionReplays.listEventsAsServer(replay), SessionReplays.listEvents(replay), feature))

/** Returns a recording. Platforms before revision 2026-10 can only list recordings, and fail with `HttpFailure` (404). */
export { getAsServer as get } from "../../schemas/endpoints/sessionReplays.ts"
