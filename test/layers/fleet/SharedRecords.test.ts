import * as NodeRedis from "@effect/platform-node/NodeRedis"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as Redis from "effect/persistence/Redis"
import * as Semaphore from "effect/Semaphore"
import * as TestClock from "effect/testing/TestClock"
import { createClient } from "redis"
import { layerRedisCluster } from "../../../examples/fleet/redisCluster.ts"
import { layerKeyValue, layerRedis, SharedRecords, SharedRecordsFailed } from "../../../layers/fleet/SharedRecords.ts"
import { needsRedis, redisServer, startRedis, startRedisCluster } from "../../support/processes/redis.ts"

type Records = Layer.Layer<SharedRecords, unknown>

/** Tests that run with both kinds of store. */
const laws = (records: () => Records) => {
  const withRecords = <A, E>(use: (records: SharedRecords["Service"]) => Effect.Effect<A, E>) =>
    Effect.flatMap(Layer.build(Layer.fresh(records())), (context) => use(Context.get(context, SharedRecords)))

  it.effect("D12: a shared record is written only if its current value is the expected one", () =>
    withRecords((store) =>
      Effect.gen(function*() {
        assert.isUndefined(yield* store.get("a"))
        assert.isFalse(yield* store.compareAndSet("a", "one", "two", 60_000))
        assert.isTrue(yield* store.compareAndSet("a", undefined, "one", 60_000))
        assert.isFalse(yield* store.compareAndSet("a", undefined, "two", 60_000))
        assert.isFalse(yield* store.compareAndSet("a", "", "two", 60_000))
        assert.isTrue(yield* store.compareAndSet("a", "one", "two ☃", 60_000))
        assert.strictEqual(yield* store.get("a"), "two ☃")
        assert.isFalse(yield* store.compareAndSet("a", "one", undefined, 0))
        assert.isTrue(yield* store.compareAndSet("a", "two ☃", undefined, 0))
        assert.isUndefined(yield* store.get("a"))
        assert.isTrue(yield* store.compareAndSet("a", undefined, undefined, 0))
      })
    ))

  it.effect("D12: only one of fifty writers that expect the same value of a shared record succeeds", () =>
    withRecords((store) =>
      Effect.gen(function*() {
        const won = yield* Effect.forEach(
          Array.from(Array(50).keys()),
          (each) => store.compareAndSet("b", undefined, `writer ${each}`, 60_000),
          { concurrency: "unbounded" }
        )

        assert.strictEqual(won.filter(Boolean).length, 1)
        assert.strictEqual(yield* store.get("b"), `writer ${won.indexOf(true)}`)
      })
    ))
}

describe("SharedRecords over any key-value store", () => {
  laws(() => layerKeyValue().pipe(Layer.provide(KeyValueStore.layerMemory)))

  it.effect("a shared record is dropped at its expiry unless its lifetime is extended", () =>
    Effect.gen(function*() {
      const store = yield* SharedRecords
      yield* store.compareAndSet("short", undefined, "1", 1000)
      yield* store.compareAndSet("long", undefined, "2", 1000)
      yield* TestClock.adjust(999)
      yield* store.prolong("long", 1000)
      yield* store.prolong("none", 1000)
      yield* TestClock.adjust(1)

      assert.isUndefined(yield* store.get("short"))
      assert.strictEqual(yield* store.get("long"), "2")
      assert.isUndefined(yield* store.get("none"))
    }).pipe(Effect.provide(layerKeyValue().pipe(Layer.provide(KeyValueStore.layerMemory)))))

  it.effect("when the store fails, shared records fail with a typed error that omits the record, and the next command is still sent", () =>
    Effect.gen(function*() {
      let reads = 0
      const failing = Effect.suspend(() => {
        reads++
        return Effect.fail(new KeyValueStore.KeyValueStoreError({ method: "get", message: "quota: secret" }))
      })
      const memory = Context.get(yield* Layer.build(KeyValueStore.layerMemory), KeyValueStore.KeyValueStore)
      const records = Context.get(
        yield* Layer.build(layerKeyValue()).pipe(
          Effect.provideService(KeyValueStore.KeyValueStore, { ...memory, get: () => failing })
        ),
        SharedRecords
      )

      const read = yield* Effect.flip(records.get("a"))
      const write = yield* Effect.flip(records.compareAndSet("a", undefined, "secret", 1000))

      assert.instanceOf(read, SharedRecordsFailed)
      assert.instanceOf(write, SharedRecordsFailed)
      assert.notInclude(JSON.stringify([read, write]) + read.message + write.message, "secret")
      assert.strictEqual(reads, 2)
    }))
})

describe("SharedRecords over Redis with one busy connection", () => {
  /** Each command takes 3 ms, and starts after the previous one has ended. */
  const busy = Effect.map(Semaphore.make(1), (connection) =>
    Redis.Redis.of({
      send: () => connection.withPermit(Effect.as(Effect.sleep(3), null as never)),
      eval: () => () => Effect.never,
      subscribe: () => Effect.never,
      reserve: Effect.never
    }))

  it.effect("one busy Redis connection serves a thousand concurrent requests, because the timeout starts when a command is sent", () =>
    Effect.gen(function*() {
      const context = yield* Layer.build(layerRedis()).pipe(
        Effect.provideServiceEffect(Redis.Redis, busy)
      )
      const { get } = Context.get(context, SharedRecords)
      const reads = yield* Effect.forkChild(
        Effect.forEach(Array.from(Array(1000).keys()), (each) => get(String(each)), { concurrency: "unbounded" })
      )

      yield* TestClock.adjust("3 seconds")

      assert.lengthOf(yield* Fiber.join(reads), 1000)
    }))
})

describe("SharedRecords over an unresponsive Redis", () => {
  it.effect("after a command to an unresponsive Redis times out, later commands fail at once for a while, separately for reads and writes", () =>
    Effect.gen(function*() {
      const silent = Redis.Redis.of({
        send: () => Effect.never,
        eval: () => () => Effect.never,
        subscribe: () => Effect.never,
        reserve: Effect.never
      })
      const context = yield* Layer.build(layerRedis({ timeout: "300 millis" })).pipe(
        Effect.provideService(Redis.Redis, silent)
      )
      const { compareAndSet, get } = Context.get(context, SharedRecords)
      const read = yield* Effect.forkChild(Effect.flip(get("a")))

      yield* TestClock.adjust(300)

      assert.include((yield* Fiber.join(read)).message, "no response within 300 ms")
      assert.include((yield* Effect.flip(get("a"))).message, "could not be reached a moment ago")
      const write = yield* Effect.forkChild(Effect.flip(compareAndSet("a", undefined, "b", 1000)))
      yield* TestClock.adjust(300)
      assert.include((yield* Fiber.join(write)).message, "no response within 300 ms")
      const again = yield* Effect.forkChild(Effect.flip(get("a")))
      yield* TestClock.adjust(300)
      assert.include((yield* Fiber.join(again)).message, "no response within 300 ms")
    }))
})

describe.skipIf(redisServer === undefined)(
  redisServer === undefined ? `SharedRecords over Redis (${needsRedis})` : "SharedRecords over Redis",
  () => {
    let redis: Awaited<ReturnType<typeof startRedis>>
    let used = 0

    beforeAll(async () => {
      redis = await startRedis()
    })

    afterAll(() => redis?.stop())

    const records = () =>
      layerRedis({ prefix: `test-${++used}:`, timeout: "10 minutes" }).pipe(
        Layer.provide(NodeRedis.layer({ url: redis.url }))
      )

    laws(records)

    it.live("a shared record is dropped at its expiry unless its lifetime is extended", () =>
      Effect.gen(function*() {
        const store = Context.get(yield* Layer.build(records()), SharedRecords)
        // this record was written first, so it would expire first
        yield* store.compareAndSet("long", undefined, "2", 500)
        yield* store.prolong("long", 60_000)
        yield* store.compareAndSet("short", undefined, "1", 500)

        while ((yield* store.get("short")) !== undefined) yield* Effect.yieldNow

        assert.strictEqual(yield* store.get("long"), "2")
      }).pipe(Effect.scoped))
  }
)

describe.skipIf(redisServer === undefined)(
  redisServer === undefined
    ? `SharedRecords over a Redis cluster (${needsRedis})`
    : "SharedRecords over a Redis cluster",
  () => {
    let cluster: Awaited<ReturnType<typeof startRedisCluster>>
    let used = 0

    beforeAll(async () => {
      cluster = await startRedisCluster(3)
    })

    afterAll(() => cluster?.stop())

    const records = () =>
      layerRedis({ prefix: `test-${++used}:`, timeout: "10 minutes" }).pipe(
        Layer.provide(layerRedisCluster(cluster.urls.slice(0, 1)))
      )

    laws(records)

    it.effect("a Redis cluster spreads records over all masters and reads every record", () =>
      Effect.gen(function*() {
        const store = Context.get(yield* Layer.build(records()), SharedRecords)
        const names = Array.from({ length: 60 }, (_, at) => `session ${at}`)
        yield* Effect.forEach(names, (name) => store.compareAndSet(name, undefined, `of ${name}`, 60_000))

        const found = yield* Effect.forEach(names, store.get)
        const sizes = yield* Effect.promise(() =>
          Promise.all(cluster.urls.map(async (url) => {
            const client = await createClient({ url }).connect()
            const size = await client.dbSize()
            await client.close()
            return size
          }))
        )

        assert.deepStrictEqual(found, names.map((name) => `of ${name}`))
        assert.isAbove(Math.min(...sizes), 0)
      }).pipe(Effect.scoped))
  }
)
