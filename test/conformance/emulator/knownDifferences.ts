/**
 * Known differences between the emulator and the recorded platform, in `knownDifferences.json`. The list may only
 * shrink.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { readFile, writeFile } from "node:fs/promises"
import type { Revision } from "./world.ts"

/** Differences with the same reason, in the format in which the command prints them. */
const Entry = Schema.Struct({ reason: Schema.NonEmptyString, differences: Schema.Array(Schema.NonEmptyString) })
type Entry = typeof Entry.Type

const List = Schema.Struct({ "2025-08": Schema.Array(Entry), "2026-04": Schema.Array(Entry) })

export const listFile = new URL("./knownDifferences.json", import.meta.url)

const read = Effect.promise(() => readFile(listFile, "utf8")).pipe(
  Effect.flatMap((text) => Schema.decodeUnknownEffect(Schema.fromJsonString(List))(text)),
  Effect.orDie
)

/** Returns the known differences of a revision. */
export const knownDifferences = (revision: Revision): Effect.Effect<ReadonlyArray<Entry>> =>
  Effect.map(read, (list) => list[revision])

/** Removes differences that no longer exist. */
export const prune = (revision: Revision, gone: ReadonlyArray<string>): Effect.Effect<void> =>
  Effect.flatMap(read, (list) => {
    const left = list[revision].map(({ differences, reason }) => ({
      reason,
      differences: differences.filter((difference) => !gone.includes(difference))
    })).filter(({ differences }) => differences.length > 0)
    return Effect.promise(() => writeFile(listFile, `${JSON.stringify({ ...list, [revision]: left }, null, 2)}\n`))
  })

/** Differences of a run, compared with the list. */
export interface Comparison {
  /** Differences that aren't in the list. */
  readonly unlisted: ReadonlyArray<string>
  /** Listed differences that no longer exist. */
  readonly gone: ReadonlyArray<string>
  readonly listed: number
}

/** Compares the differences of a run with the list. `areas`: the areas of the run, which doesn't check any others. */
export const compare = (
  found: ReadonlyArray<string>,
  list: ReadonlyArray<Entry>,
  areas: ReadonlyArray<string>
): Comparison => {
  const all = new Set(found)
  const listed = new Set(
    list.flatMap(({ differences }) => differences).filter((difference) => areas.includes(difference.split(" › ")[0]!))
  )
  return {
    unlisted: [...all].filter((difference) => !listed.has(difference)),
    gone: [...listed].filter((difference) => !all.has(difference)),
    listed: [...listed].filter((difference) => all.has(difference)).length
  }
}
