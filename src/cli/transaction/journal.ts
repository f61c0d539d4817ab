/**
 * Journal of the last transactions, in `node_modules/.cache`. It contains hashes and the positions of insertions, but no
 * contents, because an environment file contains secrets. The only text in it is replaced text, which comes from
 * sources and `package.json`.
 */
import { createHash, randomBytes } from "node:crypto"
import * as path from "node:path"
import type { Range } from "./bytes.ts"
import type { Disk } from "./disk.ts"
import { ownFile, refusal } from "./ownFile.ts"

/** A file that a transaction writes or changes. */
export interface Recorded {
  readonly path: string
  /** Hash of the old contents. Without it, the file is new. */
  readonly before?: string
  /** Hash of the new contents. */
  readonly after: string
  /** Changed bytes in the new contents. */
  readonly inserted: ReadonlyArray<Range>
}

/** Commands that change files of a project. */
export type Command = "init" | "migrate"

/** What one run of a command wrote. */
export interface Run {
  /** Earlier versions didn't record the command. */
  readonly command?: Command
  /** Whether all files were written. */
  readonly done: boolean
  /** Whether the run was undone, except for these files, which had been edited. */
  readonly undone?: boolean
  readonly files: ReadonlyArray<Recorded>
  /** New folders, outer ones first. */
  readonly folders: ReadonlyArray<string>
}

/** Contents of the journal: the last run, and those before it. */
export interface Journal extends Run {
  readonly schema: 1
  /** Temporary files, which a killed process leaves behind. */
  readonly temporary: ReadonlyArray<string>
  /** Earlier runs, the latest one first. */
  readonly earlier?: ReadonlyArray<Run>
}

/** Number of earlier runs that the journal keeps. */
const mostEarlier = 20

/** Folder of the journal. */
export const cache = "node_modules/.cache/latchkey"

/** The journal's folder and its parent folders, outer ones first. */
const places = ["node_modules", "node_modules/.cache", cache]
const file = `${cache}/init.json`

export const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

/** Returns a new name for a temporary file beside a file. */
export const beside = (name: string): string =>
  path.posix.join(path.posix.dirname(name), `.${path.posix.basename(name)}.${randomBytes(6).toString("hex")}.tmp`)

const isText = (value: unknown): value is string => typeof value === "string"

const isTemporary = (value: unknown): boolean => isText(value) && /(?:^|\/)\.[^/]+\.[\da-f]{12}\.tmp$/.test(value)

const isRecorded = (value: any): boolean =>
  isText(value?.path) && isText(value.after) && (value.before === undefined || isText(value.before))
  && Array.isArray(value.inserted)
  && value.inserted.every((range: unknown) =>
    Array.isArray(range) && (range.length === 2 || (range.length === 3 && isText(range[2])))
    && range.slice(0, 2).every((part) => Number.isSafeInteger(part) && part >= 0)
  )

const isRun = (value: any): boolean =>
  typeof value?.done === "boolean" && [undefined, "init", "migrate"].includes(value.command)
  && [undefined, true, false].includes(value.undone)
  && Array.isArray(value.files) && value.files.every(isRecorded)
  && Array.isArray(value.folders) && value.folders.every(isText)

const isJournal = (value: any): value is Journal =>
  value?.schema === 1 && isRun(value) && Array.isArray(value.temporary) && value.temporary.every(isTemporary)
  && (value.earlier === undefined || (Array.isArray(value.earlier) && value.earlier.every(isRun)))

/** Returns all runs of a journal, the latest one first. */
export const runsOf = ({ earlier = [], schema: _, temporary: __, ...last }: Journal): ReadonlyArray<Run> => [
  last,
  ...earlier
]

/** Returns the journal of these runs, the latest one first; `undefined` without a run. */
export const journalOf = (
  [last, ...earlier]: ReadonlyArray<Run>,
  temporary: ReadonlyArray<string> = []
): Journal | undefined =>
  last === undefined ? undefined : { schema: 1, ...last, temporary, earlier: earlier.slice(0, mostEarlier) }

/** Reads the journal; `undefined` if there is none, or a malformed one. */
export const readJournal = (on: Disk, folder: string): Journal | undefined => {
  const found = ownFile(folder, file, on)
  if (found.state !== "file") return undefined
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(found.bytes))
    return isJournal(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const hasPlaces = (on: Disk, folder: string): boolean =>
  places.every((place) => on.entry(path.join(folder, place)) === "folder")

/** Returns the missing folders; `undefined` if the project has no place for the journal. */
export const missingPlaces = (on: Disk, folder: string): ReadonlyArray<string> | undefined => {
  const entries = places.map((place) => on.entry(path.join(folder, place)))
  return entries.every((entry) => entry === "folder" || entry === "missing")
    ? places.filter((_, at) => entries[at] === "missing")
    : undefined
}

/** Removes the journal's folders if they are empty. */
export const removePlaces = (on: Disk, folder: string, which = places as ReadonlyArray<string>): void => {
  if (missingPlaces(on, folder) === undefined) return
  for (const place of which.toReversed()) {
    try {
      on.removeFolder(path.join(folder, place))
    } catch {
      // it is missing, or contains other files
    }
  }
}

/** Writes the journal. Returns whether the project has a place for it. */
export const writeJournal = (on: Disk, folder: string, journal: Journal): boolean => {
  if (!hasPlaces(on, folder)) return false
  const temporary = path.join(folder, beside(file))
  try {
    on.write(temporary, Buffer.from(`${JSON.stringify(journal, null, 2)}\n`), { mode: 0o600 })
    on.rename(temporary, path.join(folder, file))
  } catch (error) {
    try {
      on.remove(temporary)
    } catch {}
    throw error
  }
  return true
}

/** Removes the journal. */
export const removeJournal = (on: Disk, folder: string): void => {
  // a link that the user created may lead to the journal of another project
  if (refusal(folder, file, on) === undefined) on.remove(path.join(folder, file))
}
