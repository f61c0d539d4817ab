/** Writes and changes files of a project together, and undoes these changes. */
import * as Data from "effect/Data"
import * as path from "node:path"
import { type Range, withoutBytes } from "./bytes.ts"
import { type Access, type Disk, disk } from "./disk.ts"
import {
  beside,
  cache,
  type Command,
  hashOf,
  type Journal,
  journalOf,
  missingPlaces,
  readJournal,
  type Recorded,
  removeJournal,
  removePlaces,
  type Run,
  runsOf,
  writeJournal
} from "./journal.ts"
import { alone, Busy } from "./lock.ts"
import { ownFile, protection, refusal } from "./ownFile.ts"

/** New contents of a file. */
export interface Write {
  /** Relative to the project's folder, with slashes. */
  readonly path: string
  /** Contents from which the change was planned. Without them, the file is new. */
  readonly before?: Uint8Array
  readonly after: Uint8Array
  /** Changed bytes in the new contents, with the text that they replace. */
  readonly inserted: ReadonlyArray<Range>
}

/** A file could not be written. All files are as before, unless `remaining` names some. */
export class NotWritten extends Data.TaggedError("NotWritten")<{
  readonly path: string
  readonly reason: string
  /** Files that could not be restored. */
  readonly remaining: ReadonlyArray<string>
}> {}

/** The last run is of another command. Nothing was changed. */
export class OtherCommand extends Data.TaggedError("OtherCommand")<{
  /** Command of the last run. */
  readonly last: Command
  /** Files that the last run changed. */
  readonly changed: ReadonlyArray<string>
  /** Files that the last run created. */
  readonly created: ReadonlyArray<string>
  /** Whether an earlier run is of the requested command. */
  readonly isBelow: boolean
}> {}

/** Result of an undo. */
export interface Undone {
  readonly restored: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
  /** Files that were edited or removed since, and stay as they are. */
  readonly kept: ReadonlyArray<string>
  /** Command of the run that can be undone next. */
  readonly next: Command | undefined
}

/** A file that is about to be written. */
interface Prepared extends Recorded {
  readonly write: Write
  readonly access: Access
  readonly temporary: string
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0

/** Fails if a file is not in the state that the change was planned for. */
const prepared = (on: Disk, folder: string, write: Write): Prepared => {
  const { after, before, inserted, path: name } = write
  const found = ownFile(folder, name, on)
  const fails = (reason: string) => new NotWritten({ path: name, reason, remaining: [] })
  if (found.state === "refused") throw fails(found.reason)
  if (before === undefined && found.state === "file") throw fails("it exists now. Run the command again")
  if (before !== undefined) {
    if (found.state === "missing" || !isSame(found.bytes, before)) {
      throw fails("it changed in the meantime. Run the command again")
    }
    const reason = protection(found)
    if (reason !== undefined) throw fails(reason)
    if (!isSame(withoutBytes(after, inserted), before)) throw fails("the change differs from the plan")
  }
  return {
    path: name,
    ...(before === undefined ? {} : { before: hashOf(before) }),
    after: hashOf(after),
    inserted: before === undefined ? [] : inserted,
    write,
    access: found.state === "file" ? found : { mode: 0o666 & ~process.umask() },
    temporary: beside(name)
  }
}

/** Missing folders of files, outer ones first. */
const missingFolders = (on: Disk, folder: string, names: ReadonlyArray<string>): ReadonlyArray<string> =>
  [
    ...new Set(names.flatMap((name) => {
      const parts = name.split("/").slice(0, -1)
      return parts.map((_, at) => parts.slice(0, at + 1).join("/"))
    }))
  ].filter((name) => on.entry(path.join(folder, name)) === "missing")

/** Returns the runs after a new one. The files of an interrupted run of the command are undone with those of the new run. */
const withRun = (
  old: Journal | undefined,
  { files, folders, ...run }: Run
): ReadonlyArray<Run> => {
  const runs = old === undefined ? [] : runsOf(old)
  const [last, ...earlier] = runs
  if (last === undefined || last.done || last.command !== run.command) return [{ ...run, files, folders }, ...runs]
  const paths = new Set(files.map(({ path }) => path))
  const unfinished = last.files.filter(({ path }) => !paths.has(path))
  return [{ ...run, files: [...unfinished, ...files], folders: [...last.folders, ...folders] }, ...earlier]
}

const recordOf = ({ after, before, inserted, path }: Prepared): Recorded => ({
  path,
  ...(before === undefined ? {} : { before }),
  after,
  inserted
})

const messageOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}

/** Gives a new file its name without replacing another one. */
const place = (on: Disk, temporary: string, name: string): void => {
  try {
    on.link(temporary, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw error
    // some file systems have no hard links
    if (on.entry(name) !== "missing") throw error
    return on.rename(temporary, name)
  }
  on.remove(temporary)
}

/** Restores a file; returns whether its contents are the old ones. */
const restored = (on: Disk, folder: string, { after, before, inserted, path: name }: Recorded): boolean => {
  const found = ownFile(folder, name, on)
  if (before === undefined) {
    if (found.state === "missing") return true
    if (found.state !== "file" || hashOf(found.bytes) !== after) return false
    on.remove(path.join(folder, name))
    return true
  }
  if (found.state !== "file") return false
  const hash = hashOf(found.bytes)
  if (hash === before) return true
  const old = withoutBytes(found.bytes, inserted)
  if (hash !== after || hashOf(old) !== before) return false
  const temporary = path.join(folder, beside(name))
  on.write(temporary, old, found)
  on.rename(temporary, path.join(folder, name))
  return true
}

/** Removes temporary files. One of them may be a second name of a new file, which counts as a hard link. */
const removeTemporary = (on: Disk, folder: string, names: ReadonlyArray<string>): void => {
  for (const name of names) {
    if (refusal(folder, name, on) === undefined) on.remove(path.join(folder, name))
  }
}

const removeFolders = (on: Disk, folder: string, names: ReadonlyArray<string>): void => {
  for (const name of names.toReversed()) {
    try {
      if (refusal(folder, `${name}/x`, on) === undefined) on.removeFolder(path.join(folder, name))
    } catch {
      // it is missing, or contains other files
    }
  }
}

const removeLeftovers = (on: Disk, folder: string): void => {
  const journal = readJournal(on, folder)
  if (journal?.done === false) triedTo(() => removeTemporary(on, folder, journal.temporary))
}

/**
 * Removes the temporary files of a killed run. Call it before the files are read for a plan. Throws {@link Busy} while another
 * process changes the project.
 */
export const recover = (folder: string, on: Disk = disk): void => {
  try {
    alone(on, folder, () => removeLeftovers(on, folder))
  } catch (error) {
    // without a lock, nothing is removed
    if (error instanceof Busy) throw error
  }
}

/**
 * Writes all files, or none if one of them can't be written. If the process is killed, each file has either its old or its
 * new contents, and {@link undo} restores all of them.
 *
 * Throws {@link Busy} while another process changes the project.
 *
 * @returns whether the transaction can be undone later.
 */
export const commit = (
  folder: string,
  command: Command,
  writes: ReadonlyArray<Write>,
  on: Disk = disk
): boolean => {
  const places = missingPlaces(on, folder) ?? []
  try {
    for (const name of places) on.makeFolder(path.join(folder, name))
    return alone(on, folder, () => committed(folder, command, writes, on))
  } catch (error) {
    triedTo(() => removePlaces(on, folder, places))
    throw error instanceof NotWritten || error instanceof Busy
      ? error
      : new NotWritten({ path: cache, reason: messageOf(error), remaining: [] })
  }
}

const committed = (folder: string, command: Command, writes: ReadonlyArray<Write>, on: Disk): boolean => {
  removeLeftovers(on, folder)
  const old = readJournal(on, folder)
  const files = writes.map((write) => prepared(on, folder, write))
  const folders = missingFolders(on, folder, files.map(({ path }) => path))
  const runs = withRun(old, { command, done: false, files: files.map(recordOf), folders })
  const journal = journalOf(runs, files.map(({ temporary }) => temporary))!
  let current: string = cache
  let isRecorded = false
  try {
    isRecorded = writeJournal(on, folder, journal)
    for (const name of folders) on.makeFolder(path.join(folder, current = name))
    for (const { access, path: name, temporary, write } of files) {
      current = name
      on.write(path.join(folder, temporary), write.after, access)
    }
    for (const { path: name, temporary, write } of files) {
      current = name
      // another program may have changed the file while the others were written
      prepared(on, folder, write)
      const [from, to] = [path.join(folder, temporary), path.join(folder, name)]
      if (write.before === undefined) place(on, from, to)
      else on.rename(from, to)
    }
    if (isRecorded) writeJournal(on, folder, { ...journal, done: true, temporary: [] })
    return isRecorded
  } catch (error) {
    triedTo(() => removeTemporary(on, folder, journal.temporary))
    const remaining = files.filter((file) => !triedTo(() => restored(on, folder, file))).map(({ path }) => path)
    triedTo(() => removeFolders(on, folder, folders))
    if (remaining.length === 0) {
      triedTo(() => old === undefined ? removeJournal(on, folder) : isRecorded && writeJournal(on, folder, old))
    }
    throw error instanceof NotWritten
      ? new NotWritten({ path: error.path, reason: error.reason, remaining })
      : new NotWritten({ path: current, reason: messageOf(error), remaining })
  }
}

/** Returns the result of an operation, and `false` if it fails. */
const triedTo = (run: () => unknown): boolean => {
  try {
    return run() !== false
  } catch {
    return false
  }
}

/**
 * Undoes the last transaction, which must be one of the command. Files that were edited since stay as they are. Returns
 * `undefined` if there is none.
 *
 * Throws {@link OtherCommand} if the last transaction is one of another command, and {@link Busy} while another process
 * changes the project.
 */
export const undo = (folder: string, command: Command, on: Disk = disk): Undone | undefined => {
  const result = alone(on, folder, () => undone(folder, command, on))
  if (result?.kept.length === 0) removePlaces(on, folder)
  return result
}

/** Returns the number of runs to undo: the last one, and those after it whose edited files may be the old ones again. */
const countToUndo = (runs: ReadonlyArray<Run>, command: Command): number => {
  const at = runs.findIndex(({ undone }) => undone !== true)
  const last = runs[at]
  if (last === undefined) return runs.length
  if (last.command === undefined || last.command === command) return at + 1
  if (runs.slice(0, at).some((run) => run.command === command)) return at
  const pathsOf = (isNew: boolean) =>
    last.files.filter(({ before }) => (before === undefined) === isNew).map(({ path }) => path)
  throw new OtherCommand({
    last: last.command,
    changed: pathsOf(false),
    created: pathsOf(true),
    isBelow: runs.slice(at).some((run) => run.command === command)
  })
}

const undone = (folder: string, command: Command, on: Disk): Undone | undefined => {
  const journal = readJournal(on, folder)
  if (journal === undefined) return undefined
  const runs = runsOf(journal)
  const count = countToUndo(runs, command)
  removeTemporary(on, folder, journal.temporary)
  const done: Array<Recorded> = []
  const partly = runs.slice(0, count).map((run): Run => {
    const kept: Array<Recorded> = []
    for (const file of run.files.toReversed()) {
      const isOld = triedTo(() => restored(on, folder, file))
      ;(isOld ? done : kept).push(file)
    }
    removeFolders(on, folder, run.folders)
    return { ...run, done: true, undone: true, files: kept.toReversed() }
  }).filter(({ files }) => files.length > 0)
  const earlier = runs.slice(count)
  const left = journalOf([...partly, ...earlier])
  if (left === undefined) removeJournal(on, folder)
  else writeJournal(on, folder, left)
  const pathsOf = (files: ReadonlyArray<Recorded>) => [...new Set(files.map(({ path }) => path))]
  return {
    restored: pathsOf(done.filter(({ before }) => before !== undefined)),
    removed: pathsOf(done.filter(({ before }) => before === undefined)),
    kept: pathsOf(partly.flatMap(({ files }) => files.toReversed())),
    next: earlier[0]?.command
  }
}
