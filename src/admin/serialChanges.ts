/** Reading something, changing it and writing it back, without another change of this program's in between. */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { AdminAccess } from "../../schemas/access.ts"

const locks = new WeakMap<AdminAccess["Service"], Semaphore.Semaphore>()

/** Makes the changes that share an `AdminAccess` wait for each other. Those of other programs are not known here. */
export const serialChanges = <A, E, R>(change: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | AdminAccess> =>
  Effect.flatMap(AdminAccess, (access) => {
    const lock = locks.get(access) ?? Semaphore.makeUnsafe(1)
    locks.set(access, lock)
    return lock.withPermit(change)
  })
