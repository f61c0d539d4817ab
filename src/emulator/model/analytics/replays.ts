/** Session replays: which batches belong together, and when a replay starts and ends. docs/platform.md §23. */
import * as Duration from "effect/Duration"
import type { Project, Replay } from "../../state/index.ts"

/** Maximum time between two batches of a replay. */
const maxGap = Duration.toMillis(Duration.minutes(3))

const maxLength = Duration.toMillis(Duration.hours(12))

/** Time of the first event. */
export const startOf = ({ chunks }: Replay): number =>
  chunks.reduce((earliest, { firstEventAt }) => Math.min(earliest, firstEventAt), Infinity)

/** Time of the last event. */
export const endOf = ({ chunks }: Replay): number =>
  chunks.reduce((latest, { lastEventAt }) => Math.max(latest, lastEventAt), -Infinity)

/** Finds the replay that the next batch of a session joins. */
export const running = ({ analytics }: Project, sessionId: string, now: number): Replay | undefined =>
  [...analytics.replays.values()].findLast((replay) =>
    replay.sessionId === sessionId && now - replay.updatedAt <= maxGap && now - replay.createdAt <= maxLength
  )

/** Starts a replay. */
export const start = (
  { analytics }: Project,
  begun: Pick<Replay, "userId" | "sessionId" | "createdAt">
): Replay => {
  const replay: Replay = { ...begun, id: crypto.randomUUID(), updatedAt: begun.createdAt, chunks: [] }
  analytics.replays.set(replay.id, replay)
  return replay
}

/** Number of clicks during a replay. */
export const clicksOf = ({ analytics }: Project, { id }: Replay): number =>
  analytics.events.filter(({ replayId, type }) => replayId === id && type === "$click").length
