import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs"
import promises from "node:fs/promises"
import { syncBuiltinESMExports } from "node:module"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { afterEach, beforeEach } from "vitest"
import { alone } from "../../../src/node/fileLock.ts"
import { finished, pass } from "../../support/platform/fleet.ts"

/** Called after the age of the lock was read. The test can delay the check. */
let look: () => Promise<void>

const { stat } = promises

/** This isn't done with `vi.mock`, because another test in the same worker may already have loaded the lock. */
const setStat = (held: typeof stat) => {
  promises.stat = held
  syncBuiltinESMExports()
}

beforeEach(() => {
  look = async () => {}
  setStat(
    (async (file: string) => {
      const found = await stat(file).catch((error: unknown) => error)
      await look()
      if (found instanceof Error) throw found
      return found
    }) as typeof stat
  )
})

afterEach(() => setStat(stat))

const lockIn = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(path.join(tmpdir(), "latchkey-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
).pipe(Effect.map((folder) => path.join(folder, "session.json.lock")))

/** Holds the lock until the test releases it. */
const holder = (lock: string) =>
  Effect.gen(function*() {
    const inside = yield* Deferred.make<void>()
    const end = yield* Deferred.make<void>()
    const fiber = yield* Effect.forkChild(
      alone(lock)(() => Effect.andThen(Deferred.succeed(inside, undefined), Deferred.await(end))),
      { startImmediately: true }
    )
    return {
      inside: until(() => Deferred.isDoneUnsafe(inside)),
      isInside: () => Deferred.isDoneUnsafe(inside),
      letGo: Effect.andThen(Deferred.succeed(end, undefined), Fiber.join(fiber))
    }
  })

const dayMillis = 86_400_000

const noon = 1_000 * dayMillis

/** Sets the time at which the lock was taken. Files have the system's time, which differs from the test clock. */
const takenAt = (lock: string, at: number) => {
  for (const each of [...readdirSync(lock).map((owner) => path.join(lock, owner)), lock]) {
    utimesSync(each, at / 1000, at / 1000)
  }
}

const setOld = (lock: string) => takenAt(lock, noon - dayMillis)

/** Prevents the lock from becoming stale during the test. */
const keepNew = (lock: string) => takenAt(lock, noon + dayMillis)

/** Waits for a condition. Meanwhile, fibers that wait for the lock can try again. */
const until = (isSo: () => boolean) =>
  Effect.gen(function*() {
    while (!isSo()) yield* pass(25, 25)
  })

/** Waits until the lock has been checked this many times from now on. */
const looks = (times: number) =>
  Effect.suspend(() => {
    let count = 0
    look = async () => void count++
    return until(() => count >= times)
  })

describe("a lock in one process", () => {
  it.effect("M4: only one of two processes gets a stale file lock, even if the other process acts late", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(noon)
      const lock = yield* lockIn
      yield* (yield* holder(lock)).inside
      setOld(lock)
      const late = yield* Deferred.make<void>()
      const lookedAt = yield* Deferred.make<void>()
      look = () => {
        look = async () => {}
        Deferred.doneUnsafe(lookedAt, Effect.void)
        return Effect.runPromise(Deferred.await(late))
      }

      const second = yield* holder(lock)
      yield* Deferred.await(lookedAt)
      const first = yield* holder(lock)
      yield* first.inside
      keepNew(lock)
      yield* Deferred.succeed(late, undefined)
      yield* looks(2)

      assert.isFalse(second.isInside())
      yield* first.letGo
      yield* second.inside
      yield* second.letGo
      assert.deepStrictEqual(readdirSync(path.dirname(lock)), [])
    }))

  it.effect("M4: a process that held the file lock for too long never releases another process's lock", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(noon)
      const lock = yield* lockIn
      const slow = yield* holder(lock)
      yield* slow.inside
      setOld(lock)
      const next = yield* holder(lock)
      yield* next.inside
      keepNew(lock)

      yield* slow.letGo
      const third = yield* holder(lock)
      yield* looks(2)

      assert.isFalse(third.isInside())
      yield* next.letGo
      yield* third.inside
      yield* third.letGo
      assert.deepStrictEqual(readdirSync(path.dirname(lock)), [])
    }))

  it.effect("M4: waiting too long for the file lock fails with EBUSY", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(noon)
      const lock = yield* lockIn
      yield* (yield* holder(lock)).inside
      keepNew(lock)

      const fault = yield* Effect.flip(Effect.flatMap(Effect.forkChild(alone(lock)(() => Effect.void)), finished))

      assert.deepStrictEqual([fault._tag, fault.code], ["LockFailed", "EBUSY"])
    }))
})
