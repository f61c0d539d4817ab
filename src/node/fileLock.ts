/**
 * One process at a time. A lock is a folder with a folder of its owner's name in it: put there as a whole, so that it is
 * never without one, and taken away by that name, so that nobody takes away another's. Folders work so on every file system.
 *
 * A process may be stopped at any line and go on long after its lock was taken away as left behind. So whoever has the lock
 * changes what it guards by moves out of or into the owner's folder alone: they fail once that folder is gone, and nobody
 * else has the lock before it is.
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { randomBytes } from "node:crypto"
import { mkdir, readdir, rename, rm, rmdir, stat } from "node:fs/promises"
import * as path from "node:path"

/** The system does not let a lock be taken; `EBUSY`: somebody else held it all the time. */
export class LockFailed extends Data.TaggedError("LockFailed")<{ readonly code: string }> {}

/** Who has the lock needs it for milliseconds. One this old was left behind by a process that was killed. */
const staleMillis = 1000

/** Tries until a lock left behind is stale, and for less than the 2 s that a session waits for its store. */
const retries = Schedule.max([Schedule.spaced("25 millis"), Schedule.recurs(60)])

/**
 * Runs `use` while nobody else, in this process or another, runs anything under the same lock. It is given the owner's
 * folder, which is gone when the lock was taken away.
 */
export const alone =
  (lock: string) =>
  <A, E, R>(use: (ownFolder: string) => Effect.Effect<A, E, R>): Effect.Effect<A, E | LockFailed, R> =>
    Effect.acquireUseRelease(
      take(lock),
      (owner) => use(path.join(lock, owner)),
      (owner) => Effect.promise(() => remove(lock, owner))
    )

/** Succeeds with the name of the owner. */
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

/** How systems say that there is a folder of this name with something in it. */
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

/** Whoever else has the lock meanwhile keeps it: only an empty folder can be removed. */
const remove = async (lock: string, owner: string): Promise<void> => {
  await rm(path.join(lock, owner), { recursive: true, force: true }).catch(() => {})
  await rmdir(lock).catch(() => {})
}
