/** Report about recordings that were replayed with the emulator: a table by area, and a list of differences. */
import * as Effect from "effect/Effect"
import { load } from "../recordings.ts"
import type { Unusable } from "../recordings.ts"
import { section, table } from "../report.ts"
import { compare, knownDifferences, prune } from "./knownDifferences.ts"
import { playRecordings } from "./playRecordings.ts"

/** Result of a run. */
export interface EmulatorReport {
  readonly failed: number
  readonly lines: ReadonlyArray<string>
}

/**
 * Replays the recordings of a folder. The replay fails for a difference that the list lacks. It also fails for a listed
 * difference that no longer exists, unless `prunes` removes this difference from the list.
 */
export const reportEmulator = (folder: string, prunes: boolean): Effect.Effect<EmulatorReport, Unusable> =>
  Effect.gen(function*() {
    const { areas, revision } = yield* Effect.flatMap(load(folder), playRecordings)
    const list = yield* knownDifferences(revision)
    const { gone, listed, unlisted } = compare(
      areas.flatMap(({ differences }) => differences),
      list,
      areas.map(({ area }) => area)
    )
    const exchanges = areas.reduce((sum, area) => sum + area.exchanges, 0)
    const unlistedOf = new Set(unlisted)
    const found = new Set(areas.flatMap(({ differences }) => differences))
    if (prunes) yield* prune(revision, gone)
    return {
      failed: unlisted.length + (prunes ? 0 : gone.length),
      lines: [
        `The emulator of ${revision}, compared with the recorded platform:`,
        "",
        ...table([
          ["area", "exchanges", "listed", "new"],
          ...areas.map(({ area, differences, exchanges }) => {
            const anew = differences.filter((difference) => unlistedOf.has(difference)).length
            return [area, exchanges, differences.length - anew, anew] as const
          })
        ]),
        ...list.flatMap(({ differences, reason }) =>
          section(`Known: ${reason}`, differences.filter((line) => found.has(line)), (line) => [`  ${line}`])
        ),
        ...section(
          "New differences. Fix the emulator, or list them with a reason:",
          unlisted,
          (line) => [`  ${line}`]
        ),
        ...section(
          "Not compared, because they depend on an exchange that the folder lacks:",
          areas.flatMap(({ dependent }) => dependent),
          (line) => [`  ${line}`]
        ),
        ...section(
          prunes ? "Removed from the list:" : "Listed, but no longer found. Remove them with --prune:",
          gone,
          (line) => [`  ${line}`]
        ),
        "",
        `${exchanges} exchanges, ${listed} known differences, ${unlisted.length} new, ${gone.length} no longer found`
      ]
    }
  })
