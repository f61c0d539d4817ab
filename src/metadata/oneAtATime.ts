import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { makeMutex } from "../../layers/session/index.ts"

const queues = new WeakMap<object, Map<string, { readonly run: ReturnType<typeof makeMutex>; updates: number }>>()

/**
 * Runs the updates of one user or team one after the other, so that none overwrites another: each update reads the
 * stored value before it writes. `access` is the service that sends the calls.
 */
export const oneAtATime =
  <Access, Service extends object>(access: Context.Key<Access, Service>, key: string) =>
  <A, E, R>(update: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Access> =>
    Effect.flatMap(access, (client) => {
      const ofClient = queues.get(client) ?? new Map()
      queues.set(client, ofClient)
      const queue = ofClient.get(key) ?? { run: makeMutex(), updates: 0 }
      ofClient.set(key, queue)
      queue.updates++
      const leave = Effect.sync(() => {
        if (--queue.updates === 0) ofClient.delete(key)
      })
      return Effect.ensuring(queue.run(update), leave)
    })
