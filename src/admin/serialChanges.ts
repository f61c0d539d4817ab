/** Runs read-modify-write operations of this program one at a time. */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { AdminAccess } from "../../schemas/access.ts"

const locks = new WeakMap<AdminAccess["Service"], Semaphore.Semaphore>()

/** Runs changes with the same `AdminAccess` one at a time. Changes of other programs are not coordinated. */
export const serialChanges = <A, E, R>(change: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | AdminAccess> =>
  Effect.flatMap(AdminAccess, (access) => {
    const lock = locks.get(access) ?? Semaphore.makeUnsafe(1)
    locks.set(access, lock)
    return lock.withPermit(change)
  })
