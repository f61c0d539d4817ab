/**
 * Takes turns among all servers, using a lease in the shared store. Each lease has its own name, so a slow holder
 * notices that it lost the lease and sends nothing more. Clocks of different servers are never compared: a waiting
 * server measures the time without heartbeats on its own clock.
 */
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { Digest, nonce, sha256Base64Url } from "../call/index.ts"
import { SharedRecords, SharedRecordsFailed } from "../fleet/index.ts"
import { type Change, graceMillis, makeTurns, monotonicMillis, Turns } from "./Turns.ts"

const nowMillis = Clock.clockWith((clock) => Effect.sync(() => monotonicMillis(clock)))

/** Interval of the holder's heartbeats in milliseconds. */
const heartbeatMillis = 500

/** Time without a heartbeat after which a holder gives up, half a second before another server may take over. */
const holdMillis = graceMillis - 500

/** Lifetime of a lease in the store, which each heartbeat renews. */
const keepMillis = 60_000

/** First and longest pause between checks of another server's lease, in milliseconds. */
const pauses = { first: 20, longest: 200 }

/**
 * Makes changes to one thing, such as a customer's credits, take turns among all servers with this layer and the same
 * shared store. Provide it to `Server.layer`. While the store can't be reached, such changes fail with
 * `SharedRecordsFailed`, and nothing is sent.
 */
export const layer = (): Layer.Layer<never, never, SharedRecords> =>
  Layer.effect(
    Turns,
    Effect.gen(function*() {
      const records = yield* SharedRecords
      const scope = yield* Effect.scope
      const own = makeTurns()
      return {
        take: (change) => own.take({ ...change, run: leased(records, scope, change), isDone: () => true })
      }
    })
  )

type Records = SharedRecords["Service"]

/** A lease that this process holds. */
interface Lease {
  readonly key: string
  readonly id: string
  /** Content of the record. */
  text: string
}

/** Runs a change while no other server runs one with the same name. */
const leased = <A, E, R>(
  records: Records,
  scope: Scope.Scope,
  { isDone, name, run }: Change<A, E, R>
): Effect.Effect<A, E | SharedRecordsFailed, R> =>
  Effect.gen(function*() {
    const digest = yield* Digest
    // the hash keeps ids and addresses of customers out of the store
    const key = `turn:${yield* Effect.promise(() => sha256Base64Url(name, digest))}`
    return yield* Effect.uninterruptibleMask((restore) =>
      Effect.gen(function*() {
        const lease = yield* restore(acquire(records, key, nonce(digest)))
        const lost = Deferred.makeUnsafe<never, SharedRecordsFailed>()
        const heartbeats = yield* Effect.forkIn(beat(records, lease, lost), scope)
        const exit: Exit.Exit<A, E | SharedRecordsFailed> = yield* Effect.exit(
          restore(Effect.raceFirst(run, Deferred.await(lost)))
        )
        yield* Fiber.interrupt(heartbeats)
        // the lease of a change that may still be under way expires
        if (isDone(exit as Exit.Exit<A, E>)) yield* Effect.ignore(release(records, lease))
        return yield* exit
      })
    )
  })

/** Waits for the lease of a record. Interruptible, except while it takes the lease. */
const acquire = (records: Records, key: string, id: string): Effect.Effect<Lease, SharedRecordsFailed> =>
  Effect.gen(function*() {
    const text = `${id} 0`
    let seen: { readonly text: string; readonly since: number } | undefined
    for (let pause = pauses.first;; pause = Math.min(pause * 1.5, pauses.longest)) {
      const held = yield* records.get(key)
      const now = yield* nowMillis
      if (held === undefined || (seen?.text === held && now - seen.since >= graceMillis)) {
        if (yield* Effect.uninterruptible(records.compareAndSet(key, held, text, keepMillis))) return { key, id, text }
      } else if (seen?.text !== held) seen = { text: held, since: now }
      yield* Effect.sleep(pause)
    }
  })

/** Renews a lease. If another server has taken it over, or may do so soon, fails the change that holds it. */
const beat = (records: Records, lease: Lease, lost: Deferred.Deferred<never, SharedRecordsFailed>) =>
  Effect.gen(function*() {
    let renewedAt = yield* nowMillis
    for (let number = 1;; number++) {
      yield* Effect.sleep(heartbeatMillis)
      const now = yield* nowMillis
      const left = Math.max(0, renewedAt + holdMillis - now)
      const renewed = yield* renew(records, lease, number).pipe(Effect.timeout(left), Effect.option)
      if (Option.isSome(renewed) && renewed.value) renewedAt = now
      else if (Option.isSome(renewed) || (yield* nowMillis) >= renewedAt + holdMillis) break
    }
    Deferred.doneUnsafe(lost, Effect.fail(takenOver))
  })

/** Removes a lease from the store. */
const release = (records: Records, lease: Lease): Effect.Effect<void, SharedRecordsFailed> =>
  Effect.gen(function*() {
    if (yield* records.compareAndSet(lease.key, lease.text, undefined, 0)) return
    const held = yield* records.get(lease.key)
    if (isOf(lease, held)) yield* records.compareAndSet(lease.key, held, undefined, 0)
  })

/** Whether a record belongs to this lease. A heartbeat may have been written although its response was lost. */
const isOf = ({ id }: Lease, record: string | undefined): record is string => record?.startsWith(`${id} `) === true

/** Writes a heartbeat. Returns `false` if another server has the lease. */
const renew = (records: Records, lease: Lease, number: number): Effect.Effect<boolean, SharedRecordsFailed> =>
  Effect.gen(function*() {
    const next = `${lease.id} ${number}`
    if (yield* records.compareAndSet(lease.key, lease.text, next, keepMillis)) {
      lease.text = next
      return true
    }
    const held = yield* records.get(lease.key)
    if (!isOf(lease, held)) return false
    lease.text = held
    return true
  })

const takenOver = new SharedRecordsFailed({
  operation: "write",
  problem: "this server lost its turn, because the store received no heartbeat from it. The change may have been "
    + "made, so read the quantity"
})
