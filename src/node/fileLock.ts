/**
 * One process at a time. A lock is a folder that holds its owner's name: put there as a whole, so that it is never without
 * one, and taken away by that name, so that nobody takes away another's. Folders work so on every file system.
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { randomBytes } from "node:crypto"
import { mkdir, readdir, rename, rm, rmdir, stat, writeFile } from "node:fs/promises"
import * as path from "node:path"

/** The system does not let a lock be taken; `EBUSY`: somebody else held it all the time. */
export class LockFailed extends Data.TaggedError("LockFailed")<{ readonly code: string }> {}

/** A turn takes milliseconds. A lock this old was left behind by a process that was killed. */
const longestTurn = 1000

/** Tries for longer than a turn, and for less than the 2 s that a session waits for its store. */
const patience = Schedule.max([Schedule.spaced("25 millis"), Schedule.recurs(60)])

/** Runs `self` while nobody else, in this process or another, runs anything under the same lock. */
export const alone = (lock: string) => <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E | LockFailed, R> =>
  Effect.acquireUseRelease(take(lock), () => self, (owner) => Effect.promise(() => remove(lock, owner)))

/** Succeeds with the name of the owner. */
const take = (lock: string): Effect.Effect<string, LockFailed> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.tryPromise({
      try: async () => {
        if (await isHeld(lock, now)) throw { code: "EBUSY" }
        return await claim(lock)
      },
      catch: (fault) => new LockFailed({ code: (fault as NodeJS.ErrnoException).code ?? "unknown fault" })
    })).pipe(Effect.retry({ schedule: patience, while: ({ code }) => code === "EBUSY" }))

const isHeld = async (lock: string, now: number): Promise<boolean> => {
  for (const owner of await readdir(lock).catch(() => [])) {
    const since = await stat(path.join(lock, owner)).then(({ mtimeMs }) => mtimeMs, () => Infinity)
    if (now - since <= longestTurn) return true
    await remove(lock, owner)
  }
  return false
}

/** How systems say that there is a folder of this name with something in it. */
const isThere = new Set(["ENOTEMPTY", "EEXIST", "EPERM", "EACCES"])

const claim = async (lock: string): Promise<string> => {
  const owner = randomBytes(6).toString("hex")
  const beside = `${lock}.${owner}`
  await mkdir(beside, { mode: 0o700 })
  try {
    await writeFile(path.join(beside, owner), "")
    await rename(beside, lock)
    return owner
  } catch (error) {
    await rm(beside, { recursive: true, force: true })
    throw isThere.has((error as NodeJS.ErrnoException).code ?? "") ? { code: "EBUSY" } : error
  }
}

/** Whoever else has the lock meanwhile keeps it: only an empty folder can be removed. */
const remove = async (lock: string, owner: string): Promise<void> => {
  await rm(path.join(lock, owner), { force: true }).catch(() => {})
  await rmdir(lock).catch(() => {})
}
