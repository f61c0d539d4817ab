/** A Redis that rejects commands, because its memory is full, it is a read-only replica, or a key has another type. */
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import { afterAll, afterEach, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redis from "effect/persistence/Redis"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { createClient } from "redis"
import { layerRedis, SharedRecords, SharedRecordsFailed } from "../../../layers/fleet/SharedRecords.ts"
import type { NewTokens } from "../../../layers/session/Session.ts"
import { CallError, InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import { cookieOf, pass, serverOver, settled } from "../../support/platform/fleet.ts"
import { tokenPlatform } from "../../support/platform/tokenPlatform.ts"
import { needsRedis, redisServer, startRedis } from "../../support/processes/redis.ts"

const today = 1_750_000_000_000

/** Sends data to replicas immediately. By default, Redis waits five seconds for more replicas. */
const quickReplicas = { "repl-diskless-sync-delay": "0" }

type Running = Awaited<ReturnType<typeof startRedis>>
type Server = Effect.Success<ReturnType<typeof serverOver>>

const numbered = (count: number) => Array.from({ length: count }, (_, at) => at)

/** Sends one command over a separate connection. */
const command = async ({ url }: Running, ...args: ReadonlyArray<string>): Promise<unknown> => {
  const client = await createClient({ url }).connect()
  try {
    return await client.sendCommand([...args])
  } finally {
    await client.close()
  }
}

/** Waits in real time until the reply to a command satisfies the predicate. */
const replies = async (redis: Running, predicate: (reply: string) => boolean, ...args: ReadonlyArray<string>) => {
  while (!predicate(String(await command(redis, ...args)))) await new Promise(setImmediate)
}

const recordsOf = ({ url }: Running) =>
  Effect.map(
    Layer.build(
      Layer.fresh(
        layerRedis({ timeout: "10 minutes" }).pipe(
          Layer.provide(NodeRedis.layer({ url, disableOfflineQueue: true }))
        )
      )
    ),
    Context.get(SharedRecords)
  )

const signIn = (server: Server, tokens: NewTokens, before?: string) =>
  Effect.gen(function*() {
    const { opened, session } = yield* server.request(before)
    yield* session.keep(tokens)
    return cookieOf(opened.setCookies()[0])!
  })

const accessOf = (server: Server, cookie: string) =>
  Effect.map(server.tokens(cookie), (tokens) => Redacted.value(Option.getOrThrow(tokens).accessToken))

describe.skipIf(redisServer === undefined)(
  redisServer === undefined ? `Redis that rejects commands (${needsRedis})` : "Redis that rejects commands",
  () => {
    let redis: Running
    let replica: Running

    beforeAll(async () => {
      redis = await startRedis(quickReplicas)
      replica = await startRedis(quickReplicas)
    })

    afterEach(async () => {
      await command(redis, "CONFIG", "SET", "maxmemory", "0")
      for (const each of [redis, replica]) {
        await command(each, "REPLICAOF", "NO", "ONE")
        await command(each, "FLUSHALL")
      }
    })

    afterAll(() => Promise.all([redis?.stop(), replica?.stop()]))

    const full = () => Effect.promise(() => command(redis, "CONFIG", "SET", "maxmemory", "1"))

    const writable = () => Effect.promise(() => command(redis, "CONFIG", "SET", "maxmemory", "0"))

    /** Makes the Redis server under test a replica of another one, from which it copies its data. */
    const readOnly = () =>
      Effect.promise(async () => {
        await command(replica, "REPLICAOF", "127.0.0.1", String(redis.port))
        await replies(replica, (info) => info.includes("master_link_status:up"), "INFO", "replication")
        await command(redis, "REPLICAOF", "127.0.0.1", String(replica.port))
        await command(replica, "REPLICAOF", "NO", "ONE")
        await replies(redis, (info) => info.includes("master_link_status:up"), "INFO", "replication")
      })

    const promoted = () => Effect.promise(() => command(redis, "REPLICAOF", "NO", "ONE"))

    const states = [
      { what: "a Redis whose memory is full", code: "OOM", begin: full, end: writable },
      { what: "a read-only replica", code: "READONLY", begin: readOnly, end: promoted }
    ]

    /** A platform and two servers, one of which hasn't cached any session yet. */
    const twoServers = Effect.gen(function*() {
      yield* TestClock.setTime(today)
      const platform = yield* tokenPlatform
      const servers = yield* Effect.forEach(
        numbered(2),
        () => Effect.flatMap(recordsOf(redis), (records) => serverOver({ records }, platform))
      )
      return { platform, one: servers[0]!, two: servers[1]! }
    })

    for (const { begin, code, end, what } of states) {
      it.effect(`shared records over ${what} can be read while writes to it are rejected`, () =>
        Effect.gen(function*() {
          const { compareAndSet, get } = yield* recordsOf(redis)
          yield* compareAndSet("kept", undefined, "text", 60_000)
          yield* begin()

          const found = yield* Effect.forEach(
            numbered(50),
            (at) =>
              Effect.zip(get("kept"), Effect.flip(compareAndSet(`new ${at}`, undefined, "secret", 60_000)), {
                concurrent: true
              }),
            { concurrency: 5 }
          )

          assert.deepStrictEqual(new Set(found.map(([text]) => text)), new Set(["text"]))
          assert.deepStrictEqual(new Set(found.map(([, error]) => error.code)), new Set([code]))
          assert.match(found[0]![1].message, new RegExp(`could not be written: Redis replied ${code}: `))
          assert.notInclude(found[0]![1].message, "secret")
          yield* end()
          assert.isTrue(yield* compareAndSet("new", undefined, "text", 60_000), "no pause after a rejection")
        }).pipe(Effect.scoped))

      it.effect(`a fleet over ${what} serves sessions that a process hasn't cached, even after a rejected sign-in`, () =>
        Effect.gen(function*() {
          const { one, platform, two } = yield* twoServers
          const cookies = yield* Effect.forEach(numbered(25), () => signIn(one, platform.signIn()))
          yield* begin()

          const found = yield* Effect.forEach(cookies, (cookie) =>
            Effect.andThen(
              Effect.flip(signIn(two, platform.signIn())),
              Effect.map(two.request(cookie), ({ opened }) => opened.signedIn)
            ))

          assert.deepStrictEqual(new Set(found), new Set([true]))
        }).pipe(Effect.scoped))

      it.effect(`a sign-in that ${what} rejects fails with the reason and keeps the previous session`, () =>
        Effect.gen(function*() {
          const { one, platform } = yield* twoServers
          const first = platform.signIn()
          const cookie = yield* signIn(one, first)
          yield* begin()
          const { opened, session } = yield* one.request(cookie)

          const error = yield* Effect.flip(session.keep(platform.signIn()))

          assert.instanceOf(error, CallError)
          assert.instanceOf(error.reason, InvalidConfiguration)
          assert.match(error.message, new RegExp(`^SharedRecords did not store the new session: Redis replied ${code}`))
          assert.deepStrictEqual(opened.setCookies(), [])
          assert.strictEqual(one.sessions.unsaved(), 0)
          assert.strictEqual(
            Redacted.value(Option.getOrThrow(yield* session.tokens()).accessToken),
            Redacted.value(first.accessToken)
          )
          assert.strictEqual(yield* accessOf(one, cookie), Redacted.value(first.accessToken))
          yield* end()
          const second = platform.signIn()
          assert.strictEqual(
            yield* accessOf(one, yield* signIn(one, second, cookie)),
            Redacted.value(second.accessToken)
          )
        }).pipe(Effect.scoped))

      it.effect(`an expired access token is refreshed once with ${what}, and stored once writes succeed again`, () =>
        Effect.gen(function*() {
          const { one, platform, two } = yield* twoServers
          const cookie = yield* signIn(one, platform.signIn())
          yield* TestClock.adjust(601_000)
          yield* begin()

          const tokens = yield* Effect.forEach(numbered(5), () => accessOf(one, cookie), { concurrency: "unbounded" })

          assert.strictEqual(new Set(tokens).size, 1)
          assert.strictEqual(platform.refreshes(), 1)
          assert.strictEqual(one.sessions.unsaved(), 1)
          yield* end()
          while (one.sessions.unsaved() > 0) yield* pass(200)
          assert.strictEqual(yield* accessOf(two, cookie), tokens[0])
          assert.strictEqual(platform.refreshes(), 1)
        }).pipe(Effect.scoped))

      it.effect(`a valid access token is used if ${what} rejects the lease for its refresh`, () =>
        Effect.gen(function*() {
          const { one, platform } = yield* twoServers
          const tokens = platform.signIn()
          const cookie = yield* signIn(one, tokens)
          yield* TestClock.adjust(585_000)
          yield* begin()

          assert.strictEqual(yield* accessOf(one, cookie), Redacted.value(tokens.accessToken))
          assert.strictEqual(platform.refreshes(), 0)
        }).pipe(Effect.scoped))
    }

    it.effect("a sign-out that a read-only replica rejects takes effect in its process and is stored after the replica's promotion", () =>
      Effect.gen(function*() {
        const { one, platform, two } = yield* twoServers
        const cookie = yield* signIn(one, platform.signIn())
        yield* readOnly()

        yield* (yield* one.request(cookie)).session.end
        assert.isFalse((yield* one.request(cookie)).opened.signedIn)
        assert.strictEqual(one.sessions.unsaved(), 1)

        yield* promoted()
        while (one.sessions.unsaved() > 0) yield* pass(200)
        assert.isFalse((yield* two.request(cookie)).opened.signedIn)
      }).pipe(Effect.scoped))

    it.effect("a Redis key of another type fails only its own session and doesn't block other writes", () =>
      Effect.gen(function*() {
        const { one, platform, two } = yield* twoServers
        const cookies = yield* Effect.forEach(numbered(3), () => signIn(one, platform.signIn()))
        const wrongTyped = (yield* Effect.promise(() =>
          command(redis, "KEYS", "*")
        ) as Effect.Effect<Array<string>>)[0]!
        yield* Effect.promise(async () => {
          await command(redis, "DEL", wrongTyped)
          await command(redis, "LPUSH", wrongTyped, "another type")
        })

        const found = yield* Effect.forEach(cookies, (cookie) => Effect.result(two.request(cookie)))
        const failed = found.flatMap((each) => each._tag === "Failure" ? [each.failure] : [])

        assert.strictEqual(failed.length, 1)
        assert.instanceOf(failed[0], SharedRecordsFailed)
        assert.strictEqual(failed[0].code, "WRONGTYPE")
        assert.include(failed[0].message, "could not be read: Redis replied WRONGTYPE: ")
        yield* TestClock.adjust(601_000)
        yield* full()
        yield* Effect.forEach(cookies, (cookie) => one.tokens(cookie))
        assert.strictEqual(one.sessions.unsaved(), 3)
        yield* writable()
        while (one.sessions.unsaved() > 1) yield* pass(200)
        yield* one.stop
        assert.strictEqual(one.sessions.unsaved(), 1)
      }).pipe(Effect.scoped))

    it.effect("if a promoted replica lacks recent writes, the sign-ins among these writes are lost and the sign-outs are undone", () =>
      Effect.gen(function*() {
        const { one, platform } = yield* twoServers
        const kept = yield* signIn(one, platform.signIn())
        const ended = platform.signIn()
        const endedCookie = yield* signIn(one, ended)
        yield* Effect.promise(async () => {
          await command(replica, "REPLICAOF", "127.0.0.1", String(redis.port))
          await replies(replica, (info) => info.includes("master_link_status:up"), "INFO", "replication")
          await command(replica, "REPLICAOF", "NO", "ONE")
        })
        const missed = yield* signIn(one, platform.signIn())
        yield* (yield* one.request(endedCookie)).session.end
        platform.revoke(ended)
        const server = yield* Effect.flatMap(recordsOf(replica), (records) => serverOver({ records }, platform))

        const signedIn = yield* Effect.forEach(
          [kept, endedCookie, missed],
          (cookie) => Effect.map(server.request(cookie), ({ opened }) => opened.signedIn)
        )

        assert.deepStrictEqual(signedIn, [true, true, false])
        yield* TestClock.adjust(601_000)
        yield* Effect.flip(server.tokens(endedCookie))
        yield* settled
        assert.isFalse((yield* server.request(endedCookie)).opened.signedIn)
        assert.isTrue((yield* server.request(kept)).opened.signedIn)
      }).pipe(Effect.scoped))
  }
)

describe("errors of Redis clients", () => {
  /** Reply error in the form that node-redis throws. */
  class SimpleError extends Error {}

  /** Reply error in the form that ioredis throws. */
  const replyError = (message: string) => Object.assign(new Error(message), { name: "ReplyError" })

  const socketError = (code: string) => Object.assign(new Error(`connect ${code} 127.0.0.1:6379`), { code })

  const oldScript =
    "ERR Error running script (call to f_0): @user_script:10: @user_script: 10: -OOM command not allowed "
    + "when used memory > 'maxmemory'."

  /** Reads twice from a Redis that fails its first command. */
  const readTwice = (cause: unknown) =>
    Effect.gen(function*() {
      let sent = 0
      const redis = Redis.Redis.of({
        send: <A>() => ++sent === 1 ? Effect.fail(new Redis.RedisError({ cause })) : Effect.succeed("text" as A),
        eval: () => () => Effect.never,
        subscribe: () => Effect.never,
        reserve: Effect.never
      })
      const context = yield* Layer.build(layerRedis()).pipe(
        Effect.provideService(Redis.Redis, redis)
      )
      const { get } = Context.get(context, SharedRecords)
      const error = yield* Effect.flip(get("a"))
      return { error, next: yield* Effect.result(get("b")) }
    })

  for (
    const [what, cause, code] of [
      ["node-redis's OOM", new SimpleError("OOM command not allowed when used memory > 'maxmemory'."), "OOM"],
      ["ioredis's READONLY", replyError("READONLY You can't write against a read only replica."), "READONLY"],
      ["a WRONGTYPE", replyError("WRONGTYPE Operation against a key holding the wrong kind of value"), "WRONGTYPE"],
      ["a NOSCRIPT", new SimpleError("NOSCRIPT No matching script."), "NOSCRIPT"],
      ["a CROSSSLOT", new SimpleError("CROSSSLOT Keys in request don't hash to the same slot"), "CROSSSLOT"],
      ["a NOPERM", new SimpleError("NOPERM User app has no permissions to run the 'get' command"), "NOPERM"],
      ["a LOADING", new SimpleError("LOADING Redis is loading the dataset in memory"), "LOADING"],
      [
        "an unknown command",
        new SimpleError("ERR unknown command 'EVALSHA', with args beginning with: 'secret'"),
        "ERR"
      ],
      ["a script's error of Redis 6", new SimpleError(oldScript), "OOM"]
    ] as const
  ) {
    it.effect(`the Redis store treats ${what} as a reply to one command and sends the next command`, () =>
      Effect.gen(function*() {
        const { error, next } = yield* readTwice(cause)

        assert.strictEqual(error.code, code)
        assert.include(error.message, `Redis replied ${code}`)
        assert.notInclude(error.message, "secret")
        assert.strictEqual(next._tag, "Success")
      }))
  }

  for (
    const [what, cause] of [
      ["a refused connection", socketError("ECONNREFUSED")],
      ["a reset connection", Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" })],
      ["a socket's error with nothing but its code", Object.assign(new Error("ECONNRESET"), { code: "ECONNRESET" })],
      ["node-redis's offline client", new Error("The client is offline")],
      ["node-redis's closed socket", new Error("Socket closed unexpectedly")],
      ["ioredis's closed connection", new Error("Connection is closed.")],
      ["an error without a message", undefined]
    ] as const
  ) {
    it.effect(`the Redis store treats ${what} as an outage and pauses briefly`, () =>
      Effect.gen(function*() {
        const { error, next } = yield* readTwice(cause)

        assert.isUndefined(error.code)
        assert.strictEqual(next._tag === "Failure" && next.failure.problem, "it could not be reached a moment ago")
      }))
  }

  it.effect("the Redis store pauses reads and writes separately", () =>
    Effect.gen(function*() {
      const fail = Effect.fail(new Redis.RedisError({ cause: socketError("ECONNREFUSED") }))
      for (const down of ["read", "write"] as const) {
        const redis = Redis.Redis.of({
          send: <A>() => down === "read" ? fail : Effect.succeed(null as A),
          eval: () => () => down === "write" ? fail : Effect.succeed(1 as never),
          subscribe: () => Effect.never,
          reserve: Effect.never
        })
        const context = yield* Layer.build(layerRedis()).pipe(
          Effect.provideService(Redis.Redis, redis)
        )
        const { compareAndSet, get } = Context.get(context, SharedRecords)
        const read = Effect.asVoid(get("a"))
        const write = Effect.asVoid(compareAndSet("a", undefined, "b", 1000))

        yield* Effect.flip(down === "read" ? read : write)

        yield* down === "read" ? write : read
      }
    }))
})
