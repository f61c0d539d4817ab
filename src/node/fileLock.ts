/**
 * Lock between processes. A lock is a folder that contains a folder named after its owner. The lock is created by a
 * single rename, so it always has an owner. It is released by the owner's name, so that a process can't release another
 * process's lock. This works on every file system.
 *
 * A process may be suspended at any point and continue long after its lock was removed as stale. The owner therefore
 * changes the guarded file only by moving files into or out of its own folder. These moves fail once that folder is
 * gone, and no other process gets the lock before that.
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { randomBytes } from "node:crypto"
import { mkdir, readdir, rename, rm, rmdir, stat } from "node:fs/promises"
import * as path from "node:path"

/** The lock could not be acquired. `EBUSY` means that another process held it the whole time. */
export class LockFailed extends Data.TaggedError("LockFailed")<{ readonly code: string }> {}

/** Age after which a lock counts as left behind by a killed process. A lock is normally held for milliseconds. */
const staleMillis = 1000

/**
 * Retries for long enough that a lock can become stale, but for less than the 2 s that a session waits for its store.
 */
const retries = Schedule.max([Schedule.spaced("25 millis"), Schedule.recurs(60)])

/**
 * Runs `use` while holding the lock, excluding all other processes and fibers. Passes `use` the owner's folder, which
 * disappears if the lock is removed as stale.
 */
export const alone =
  (lock: string) =>
  <A, E, R>(use: (ownFolder: string) => Effect.Effect<A, E, R>): Effect.Effect<A, E | LockFailed, R> =>
    Effect.acquireUseRelease(
      take(lock),
      (owner) => use(path.join(lock, owner)),
      (owner) => Effect.promise(() => remove(lock, owner))
    )

/** Acquires the lock and returns the owner id of this acquisition. */
const take = (lock: string): Effect.Effect<string, LockFailed> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.tryPromise({
      try: async () => {
        if (await isHeld(lock, now)) throw { code: "EBUSY" }
        return await claim(lock)
      },
      catch: (fault) => new LockFailed({ code: (fault as NodeJS.ErrnoException).code ?? "unknown fault" })
    })).pipe(Effect.retry({ schedule: retries, while: ({ code }) => code === "EBUSY" }))

const isHeld = async (lock: string, now: number): Promise<boolean> => {
  for (const owner of await readdir(lock).catch(() => [])) {
    const since = await stat(path.join(lock, owner)).then(({ mtimeMs }) => mtimeMs, () => Infinity)
    if (now - since <= staleMillis) return true
    await remove(lock, owner)
  }
  return false
}

/** Error codes for a rename onto a folder that isn't empty, by operating system. */
const isThere = new Set(["ENOTEMPTY", "EEXIST", "EPERM", "EACCES"])

const claim = async (lock: string): Promise<string> => {
  const owner = randomBytes(6).toString("hex")
  const beside = `${lock}.${owner}`
  try {
    await mkdir(path.join(beside, owner), { recursive: true, mode: 0o700 })
    await rename(beside, lock)
    return owner
  } catch (error) {
    await rm(beside, { recursive: true, force: true })
    throw isThere.has((error as NodeJS.ErrnoException).code ?? "") ? { code: "EBUSY" } : error
  }
}

/**
 * Releases the lock of this owner. If another owner holds the lock by now, the lock stays, because only an empty folder
 * can be removed.
 */
const remove = async (lock: string, owner: string): Promise<void> => {
  await rm(path.join(lock, owner), { recursive: true, force: true }).catch(() => {})
  await rmdir(lock).catch(() => {})
}
