/**
 * Keeps two processes from changing a project at the same time. Each one has a file with its id beside the journal. The file
 * of a killed process doesn't count.
 */
import * as Data from "effect/Data"
import * as path from "node:path"
import type { Disk } from "./disk.ts"
import { cache, hasPlaces } from "./journal.ts"

/** Another process changes the project. No file was changed. */
export class Busy extends Data.TaggedError("Busy")<{
  /** Id of the process. */
  readonly process: number
  /**
   * File to remove if the id now belongs to another program, because the process was killed. Relative to the project's
   * folder.
   */
  readonly file: string
}> {
  override get message(): string {
    return `another run, process ${this.process}, is changing this project. Wait until it ends. `
      + `If the process is another program, remove ${this.file}`
  }
}

const isRunning = (id: number): boolean => {
  try {
    // signal 0 is not sent, and only checks whether the process exists
    return process.kill(id, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

/** Fails if another process has a lock, and removes the locks of killed ones. */
const check = (on: Disk, folder: string): void => {
  for (const name of on.names(path.join(folder, cache))) {
    const id = Number(/^(\d{1,10})\.lock$/.exec(name)?.[1] ?? 0)
    if (id === 0 || id === process.pid) continue
    if (isRunning(id)) throw new Busy({ process: id, file: `${cache}/${name}` })
    removed(on, path.join(folder, cache, name))
  }
}

const removed = (on: Disk, file: string): void => {
  try {
    on.remove(file)
  } catch {
    // once the process ends, its lock no longer counts
  }
}

/**
 * Runs an operation while no other process does so in the same project. Each process writes its own file before it looks for
 * others, so of two processes that start at the same time, at most one continues. Throws {@link Busy}. A project without a
 * place for the journal has no lock.
 */
export const alone = <A>(on: Disk, folder: string, run: () => A): A => {
  if (!hasPlaces(on, folder)) return run()
  const lock = path.join(folder, cache, `${process.pid}.lock`)
  try {
    on.remove(lock)
    on.write(lock, new Uint8Array(), { mode: 0o600 })
    check(on, folder)
    return run()
  } finally {
    removed(on, lock)
  }
}
