/**
 * A Redis cluster as the shared store: pass this layer to `SharedRecords.layerRedis()` instead of `NodeRedis.layer`.
 * Each command is sent to the master that has its key. Scripts are loaded on all masters, because a later call may go
 * to any of them.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redis from "effect/persistence/Redis"
import { createCluster } from "redis"

/** Connects to a cluster. `urls` are the addresses of some nodes. They give the client the addresses of all nodes. */
export const layerRedisCluster = (urls: ReadonlyArray<string>): Layer.Layer<Redis.Redis, Redis.RedisError> =>
  Layer.effect(
    Redis.Redis,
    Effect.gen(function*() {
      const cluster = yield* Effect.acquireRelease(
        attempt(async () => {
          const cluster = createCluster({
            rootNodes: urls.map((url) => ({ url })),
            // fail commands during an outage instead of queueing them
            defaults: { disableOfflineQueue: true }
          })
          // a failed command reports its own error, but without a listener the process would exit
          cluster.on("error", () => {})
          return cluster.connect()
        }),
        (cluster) => Effect.promise(() => cluster.close())
      )
      const send = (command: string, ...args: ReadonlyArray<string>): Promise<unknown> =>
        command === "SCRIPT"
          ? everywhere([command, ...args])
          : cluster.sendCommand(keyOf(command, args), false, [command, ...args])
      const everywhere = async (command: Array<string>): Promise<unknown> => {
        const responses = await Promise.all(
          cluster.masters.map(async (master) => (await cluster.nodeClient(master)).sendCommand(command))
        )
        return responses[0]
      }
      return yield* Redis.make({
        send: <A>(command: string, ...args: ReadonlyArray<string>) =>
          attempt(() => send(command, ...args) as Promise<A>),
        // `SharedRecords` calls neither `subscribe` nor `connect`
        subscribe: () => refused("listen to a channel"),
        connect: refused("reserve a connection, which is one node's")
      })
    })
  )

/** Returns the key of a command. For a script, the keys come after their number. */
const keyOf = (command: string, args: ReadonlyArray<string>): string | undefined =>
  command === "EVALSHA" ? args[2] : args[0]

const attempt = <A>(send: () => Promise<A>): Effect.Effect<A, Redis.RedisError> =>
  Effect.tryPromise({ try: send, catch: (cause) => new Redis.RedisError({ cause }) })

const refused = (what: string): Effect.Effect<never, Redis.RedisError> =>
  Effect.fail(new Redis.RedisError({ cause: new Error(`This layer of a Redis cluster cannot ${what}.`) }))
