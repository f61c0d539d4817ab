/** Replays a folder of recordings with the emulator, in the revision of the platform that was recorded. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { Emulator } from "../../../src/emulator/index.ts"
import { RenderTimeout } from "../../../src/emulator/mail/index.ts"
import { clockOf } from "../../../src/testing/simulate/virtualTime.ts"
import { silentMailServer } from "../../support/platform/mailServers.ts"
import type { Exchange } from "../exchange.ts"
import type { Recordings } from "../recordings.ts"
import type { Known } from "../replay.ts"
import { paymentAreas } from "./paymentAreas.ts"
import { play } from "./player.ts"
import { projectAreas } from "./projectAreas.ts"
import { signInAreas } from "./signInAreas.ts"
import { type Area, leftOut } from "./steps.ts"
import { teamAreas } from "./teamAreas.ts"
import { ids, type Revision, revisionOf, seedOf } from "./world.ts"

/** Result of an area. */
export interface PlayedArea {
  readonly area: string
  readonly exchanges: number
  /** Differences with the names of their exchanges. */
  readonly differences: ReadonlyArray<string>
  /**
   * Exchanges whose differences depend on an exchange that the folder lacks, each with the ids and placeholders of that
   * exchange.
   */
  readonly dependent: ReadonlyArray<string>
}

/**
 * The clock of a replay, which starts at the time of the recording's last token: recorded requests contain times that
 * were in the future.
 */
const clockOfRecording = (known: Known): Effect.Effect<Clock.Clock> =>
  Effect.clockWith((clock) => {
    const issued = Object.values(known).map(({ jwt }) => Number(jwt?.payload["iat"] ?? 0))
    const behind = clock.currentTimeMillisUnsafe() - Math.max(...issued) * 1000
    const now = () => clock.currentTimeMillisUnsafe() - behind
    const monotonic = () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
    return Effect.succeed(clockOf(now, monotonic, (millis) => clock.sleep(Duration.millis(millis))))
  })

/** Replays each area with a new emulator. */
export const playRecordings = (
  { areas, known }: Recordings
): Effect.Effect<{ readonly revision: Revision; readonly areas: ReadonlyArray<PlayedArea> }> =>
  Effect.gen(function*() {
    const revision = revisionOf(known)
    const recording = Object.fromEntries(areas.map(({ area, exchanges }) => [area, exchanges]))
    const clock = yield* clockOfRecording(known)
    const port = yield* silentMailServer("localhost")
    const around = {
      ...signInAreas(ids[revision]),
      ...teamAreas(ids[revision]),
      ...projectAreas(ids[revision], recording),
      ...paymentAreas(recording)
    }

    const playPart = (
      { between = {}, isWhole = false, past = [], pasts = {}, seed = (usual) => usual }: Area,
      exchanges: ReadonlyArray<Exchange>
    ) => {
      const steps = [...past, ...exchanges.flatMap((exchange) => [exchange, ...between[exchange.name] ?? []])]
      return play(withPort(steps, port), pasts, ids[revision], known, isWhole).pipe(
        Effect.provide(Emulator.layer(seed(seedOf(revision, port))), { local: true }),
        // a busy machine renders late
        Effect.provideService(RenderTimeout, 600_000),
        Effect.provideService(Clock.Clock, clock)
      )
    }

    const played = yield* Effect.forEach(areas, ({ area, exchanges }) =>
      Effect.gen(function*() {
        const { elsewhere, ...here }: Area = around[area] ?? {}
        const isElsewhere = elsewhere?.which ?? (() => false)
        const all = [
          ...yield* playPart(here, exchanges.filter((exchange) => !isElsewhere(exchange))),
          ...elsewhere === undefined ? [] : yield* playPart(elsewhere, exchanges.filter(isElsewhere))
        ]
        return {
          area,
          exchanges: exchanges.length,
          differences: all.filter(({ name, unknown }) => name !== leftOut && unknown.length === 0).flatMap((
            { differences, name }
          ) => differences.map((difference) => `${area} › ${name}: ${difference}`)),
          dependent: all.filter(({ differences, name, unknown }) =>
            name !== leftOut && unknown.length > 0 && differences.length > 0
          ).map(({ name, unknown }) => `${area} › ${name}: ${unknown.join(", ")}`)
        }
      }))
    return { revision, areas: played }
  }).pipe(Effect.scoped)

/** Replaces the mail server's port, which is 2500 in recordings. */
const withPort = <A>(value: A, port: number): A => JSON.parse(JSON.stringify(value).replaceAll(":2500", `:${port}`))
