/** What playing recordings on the emulator showed, as a table by area and a list of what is to be done. */
import * as Effect from "effect/Effect"
import { load } from "../recordings.ts"
import type { Unusable } from "../recordings.ts"
import { section, table } from "../report.ts"
import { compare, knownDifferences, prune } from "./knownDifferences.ts"
import { playRecordings } from "./playRecordings.ts"

/** The whole of a run. */
export interface EmulatorReport {
  readonly failed: number
  readonly lines: ReadonlyArray<string>
}

/**
 * Plays the recordings of a folder. Fails with a difference that is not listed, and with one that is listed in vain; those
 * are taken off the list where that is asked for.
 */
export const reportEmulator = (folder: string, prunes: boolean): Effect.Effect<EmulatorReport, Unusable> =>
  Effect.gen(function*() {
    const { areas, revision } = yield* Effect.flatMap(load(folder), playRecordings)
    const list = yield* knownDifferences(revision)
    const { gone, listed, unlisted } = compare(areas.flatMap(({ differences }) => differences), list)
    const exchanges = areas.reduce((sum, area) => sum + area.exchanges, 0)
    const unlistedOf = new Set(unlisted)
    if (prunes) yield* prune(revision, gone)
    return {
      failed: unlisted.length + (prunes ? 0 : gone.length),
      lines: [
        `The emulated platform of ${revision}, where the recorded one answered:`,
        "",
        ...table([
          ["area", "exchanges", "listed", "new"],
          ...areas.map(({ area, differences, exchanges }) => {
            const anew = differences.filter((difference) => unlistedOf.has(difference)).length
            return [area, exchanges, differences.length - anew, anew] as const
          })
        ]),
        ...list.flatMap(({ differences, reason }) => section(`Known: ${reason}`, differences, (line) => [`  ${line}`])),
        ...section(
          "New differences. Mend the emulator, or list them with a reason:",
          unlisted,
          (line) => [`  ${line}`]
        ),
        ...section(
          prunes ? "Taken off the list:" : "Listed, but found no more. Take them off the list with --prune:",
          gone,
          (line) => [`  ${line}`]
        ),
        "",
        `${exchanges} exchanges, ${listed} known differences, ${unlisted.length} new, ${gone.length} listed in vain`
      ]
    }
  })
