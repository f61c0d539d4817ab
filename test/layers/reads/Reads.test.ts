import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { MaxOpsBeforeYield } from "effect/Scheduler"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { cacheOf } from "../../../layers/reads/makeReads.ts"
import * as ReadPolicy from "../../../layers/reads/ReadPolicy.ts"
import {
  cached,
  changes,
  get,
  invalidate,
  optimistically,
  over,
  read,
  ReadCache,
  type ReadDefinition,
  untilShown
} from "../../../layers/reads/Reads.ts"
import { Session } from "../../../layers/session/Session.ts"
import { AdminAccess, ClientAccess, ServerAccess } from "../../../schemas/access.ts"
import { endpoints } from "../../../schemas/catalogue.ts"
import type { AnyEndpoint } from "../../../schemas/Endpoint.ts"
import * as TeamApiKeys from "../../../schemas/endpoints/teamApiKeys.ts"
import * as Teams from "../../../schemas/endpoints/teams.ts"
import * as Users from "../../../schemas/endpoints/users.ts"
import { CallError, ConnectionFailed, Offline } from "../../../schemas/errors/CallError.ts"
import {
  callsTo,
  nobody,
  person,
  sessionOf,
  settle,
  shown,
  source,
  unknown,
  watch
} from "../../support/platform/watchedReads.ts"

const alone = over(Layer.empty)

/** Yields often enough for fibers that themselves yield after every few operations. */
const manyTurns = Effect.repeat(Effect.yieldNow, { times: 200 })

describe("Reads", () => {
  it("C12: the default waits of cached reads are the protocol's values", () => {
    assert.deepInclude(ReadPolicy.defaults, { throttle: "300 millis", concurrency: 1, drop: "5 seconds" })
  })

  it.effect("a cached read sends one request for any number of watchers", () =>
    Effect.gen(function*() {
      const { read, starts } = source()

      const watchers = yield* Effect.all([watch(read), watch(read), watch(read)])

      assert.strictEqual(starts.length, 1)
      for (const { last } of watchers) assert.deepInclude(last(), { _tag: "Success", value: 1 })
    }).pipe(Effect.provide(alone)))

  it.effect("a caller that gets a cached read receives the cached value, or shares the pending request", () =>
    Effect.gen(function*() {
      const { read, starts } = source(100)
      const waiting = yield* Effect.forkChild(Effect.all([get(read), get(read)], { concurrency: "unbounded" }))
      yield* TestClock.adjust(100)

      assert.deepStrictEqual(yield* Fiber.join(waiting), [1, 1])
      assert.strictEqual(yield* get(read), 1)
      assert.strictEqual(starts.length, 1)
    }).pipe(Effect.provide(alone)))

  it.effect("a watcher that leaves a cached read early doesn't make the other watchers fail", () =>
    Effect.gen(function*() {
      const { interrupted, read } = source(100)
      const first = yield* watch(read)
      const other = yield* watch(read)

      yield* first.leave
      yield* TestClock.adjust(100)

      assert.deepStrictEqual(shown(other.states), ["Pending", "1"])
      assert.strictEqual(interrupted(), 0)
    }).pipe(Effect.provide(alone)))

  it.effect("N4: a cached read keeps showing its value while it is refreshed", () =>
    Effect.gen(function*() {
      const { read } = source(100)
      const { states } = yield* watch(read)
      yield* TestClock.adjust(1000)

      yield* invalidate(read)
      yield* TestClock.adjust(1000)

      assert.deepStrictEqual(shown(states), ["Pending", "1", "1…", "2"])
    }).pipe(Effect.provide(alone)))

  it.effect("N4: a cached read changes from error to success, and keeps its value if a later refresh fails", () =>
    Effect.gen(function*() {
      const results = [Effect.fail("first"), Effect.succeed("value"), Effect.fail("later"), Effect.succeed("newer")]
      const flaky = read("flaky", Effect.suspend(() => results.shift()!))
      const { states } = yield* watch(flaky)
      for (let round = 0; round < 3; round++) {
        yield* TestClock.adjust(1000)
        yield* invalidate(flaky)
      }
      yield* TestClock.adjust(1000)

      assert.deepStrictEqual(shown(states), [
        "Failure",
        "Failure…",
        "value",
        "value…",
        "value!",
        "value…!",
        "newer"
      ])
    }).pipe(Effect.provide(alone)))

  it.effect("a cached read keeps the same object if a refresh returns an equal value", () =>
    Effect.gen(function*() {
      const results = read("answers", Effect.sync(() => [{ id: "a", at: new Date(0) }]))
      const { last } = yield* watch(results)
      const before = last()

      yield* invalidate(results)
      yield* TestClock.adjust(300)

      assert.isTrue(before._tag === "Success")
      assert.strictEqual((last() as { value?: unknown }).value, (before as { value?: unknown }).value)
    }).pipe(Effect.provide(alone)))

  it.effect("a defect in a cached read is reported as a failure of that read", () =>
    Effect.gen(function*() {
      const { last } = yield* watch(read("bug", Effect.die(new Error("a bug"))))

      assert.strictEqual(last()._tag, "Failure")
    }).pipe(Effect.provide(alone)))

  it.effect("the layer of cached reads ends all its work when it closes", () =>
    Effect.gen(function*() {
      const { interrupted, read, running } = source(10_000)
      yield* Effect.gen(function*() {
        const { leave } = yield* watch(read)
        yield* leave
      }).pipe(Effect.provide(alone))
      yield* settle

      assert.strictEqual(interrupted(), 1)
      assert.strictEqual(running(), 0)
    }))
})

describe("throttle of Reads", () => {
  const Refreshes = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 900 })))
  const Took = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 900 }))

  it.effect.prop("C10: a cached read's requests start at least 300 ms apart and never overlap, and none is skipped", {
    refreshes: Refreshes,
    took: Took
  }, ({ refreshes, took }) =>
    Effect.gen(function*() {
      const { most: maximum, read, starts } = source(took)
      yield* watch(read)
      const invalidatedAt: Array<number> = []
      for (const pause of refreshes) {
        yield* TestClock.adjust(pause)
        invalidatedAt.push(yield* Clock.currentTimeMillis)
        yield* invalidate(read)
      }
      yield* TestClock.adjust(10_000)

      assert.strictEqual(maximum(), 1)
      starts.slice(1).forEach((start, index) => assert.isAtLeast(start - starts[index]!, 300))
      for (const at of invalidatedAt) {
        // the current request may have started before the write
        const next = starts.find((start) => start >= at)
        assert.isDefined(next)
        assert.isAtMost(next! - at, Math.max(300, took))
      }
    }).pipe(Effect.provide(Layer.provideMerge(alone, TestClock.layer()))))

  it.effect("C10: continuous refreshes don't delay a cached read's requests forever", () =>
    Effect.gen(function*() {
      const { read, starts } = source(10)
      yield* watch(read)

      for (let at = 0; at < 3000; at += 10) {
        yield* invalidate(read)
        yield* TestClock.adjust(10)
      }

      assert.deepStrictEqual(starts.slice(0, 5), [0, 300, 600, 900, 1200])
    }).pipe(Effect.provide(alone)))

  it.effect("N3: a cached read never misses a write, even if the write happens just before the read's request ends", () =>
    Effect.gen(function*() {
      const ended: Array<unknown> = []
      for (let turns = 0; turns < 10; turns++) {
        let count = 0
        let value = "old"
        const counted = read(
          `after ${turns}`,
          Effect.sync(() => {
            count++
            return value
          })
        )
        const watching = yield* Effect.forkChild(Stream.runDrain(changes(counted)))
        yield* Effect.repeat(Effect.yieldNow, { until: () => count > 0 })
        yield* Effect.repeat(Effect.yieldNow, { times: turns })

        value = "new"
        yield* invalidate(counted)
        yield* manyTurns
        yield* TestClock.adjust("1 second")
        yield* manyTurns

        ended.push(yield* get(counted))
        yield* Fiber.interrupt(watching)
      }

      assert.deepStrictEqual(ended, ended.map(() => "new"))
    }).pipe(Effect.provide(Layer.provide(alone, Layer.succeed(MaxOpsBeforeYield, 3)))))

  it.effect("C7: a policy can change the wait between a cached read's requests", () =>
    Effect.gen(function*() {
      const { read, starts } = source()
      yield* watch(read)

      yield* invalidate(read)
      yield* TestClock.adjust(5000)

      assert.deepStrictEqual(starts, [0, 1000])
    }).pipe(Effect.provide(Layer.provide(alone, ReadPolicy.layer({ throttle: "1 second" })))))

  it.effect.prop(
    "C7: a cached read sends as many concurrent requests as the policy allows, and keeps the result of the last request",
    {
      concurrency: Schema.Literals([1, 2, 3]),
      took: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2000 }))).check(Schema.isMinLength(1))
    },
    ({ concurrency, took }) =>
      Effect.gen(function*() {
        let count = 0
        let running = 0
        let maximum = 0
        const numbered = read(
          "numbered",
          Effect.suspend(() => {
            const number = ++count
            maximum = Math.max(maximum, ++running)
            return Effect.delay(Effect.succeed(number), took[number % took.length]!).pipe(
              Effect.ensuring(Effect.sync(() => running--))
            )
          })
        )
        const { last, states } = yield* watch(numbered)
        for (let round = 0; round < 8; round++) {
          yield* TestClock.adjust(300)
          yield* invalidate(numbered)
        }
        yield* TestClock.adjust(10_000)

        const values = states.flatMap((state) => state._tag === "Success" ? [state.value] : [])
        assert.isAtMost(maximum, concurrency)
        assert.deepStrictEqual(values, values.toSorted((one, other) => one - other))
        assert.deepInclude(last(), { _tag: "Success", value: count, refreshing: false })
        assert.strictEqual(running, 0)
      }).pipe(Effect.provide(
        alone.pipe(Layer.provide(ReadPolicy.layer({ concurrency })), Layer.provideMerge(TestClock.layer()))
      ))
  )

  it.effect("C7: a cached read's second request doesn't wait for the first if the policy allows two", () =>
    Effect.gen(function*() {
      const { most: maximum, read, starts } = source(1000)
      yield* watch(read)

      yield* TestClock.adjust(300)
      yield* invalidate(read)
      yield* TestClock.adjust(300)
      yield* invalidate(read)
      yield* TestClock.adjust(1000)

      assert.deepStrictEqual(starts, [0, 300, 1300])
      assert.strictEqual(maximum(), 2)
    }).pipe(Effect.provide(Layer.provide(alone, ReadPolicy.layer({ concurrency: 2 })))))

  it.effect("F2: a clock that is set back doesn't delay a cached read's next request", () =>
    Effect.gen(function*() {
      const { read, starts } = source()
      yield* TestClock.setTime(1e9)
      yield* watch(read)
      yield* TestClock.setTime(0)

      yield* invalidate(read)
      yield* TestClock.adjust(300)

      assert.strictEqual(starts.length, 2)
    }).pipe(Effect.provide(alone)))
})

describe("drop timer of Reads", () => {
  it.effect("C11: a cached read's value is dropped exactly 5000 ms after its last watcher has left", () =>
    Effect.gen(function*() {
      const { read } = source()
      const one = yield* watch(read)
      const other = yield* watch(read)
      yield* one.leave
      yield* TestClock.adjust(60_000)
      yield* other.leave

      yield* TestClock.adjust(4999)
      const before = (yield* cached).length
      yield* TestClock.adjust(1)

      assert.strictEqual(before, 1)
      assert.deepStrictEqual(yield* cached, [])
    }).pipe(Effect.provide(alone)))

  it.effect.prop("C11: watching a cached read again keeps its value from being dropped", {
    pauses: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 })))
  }, ({ pauses }) =>
    Effect.gen(function*() {
      const { read, starts } = source()
      let expected = 1
      yield* Effect.flatMap(watch(read), ({ leave }) => leave)
      for (const pause of pauses) {
        yield* TestClock.adjust(pause)
        if (pause >= 5000) expected++
        yield* Effect.flatMap(watch(read), ({ leave }) => leave)
      }

      assert.strictEqual(starts.length, expected)
    }).pipe(Effect.provide(Layer.provideMerge(alone, TestClock.layer()))))

  it.effect("a failed cached read without watchers is dropped one second after its last use, because React renders a failure several times", () =>
    Effect.gen(function*() {
      const failing = read("failing", Effect.fail("no"))
      const cache = cacheOf(yield* ReadCache)
      cache.ensure(failing)
      yield* TestClock.adjust(999)
      cache.ensure(failing)
      yield* TestClock.adjust(999)
      const before = (yield* cached).length

      yield* TestClock.adjust(1)

      assert.strictEqual(before, 1)
      assert.deepStrictEqual(yield* cached, [])
    }).pipe(Effect.provide(alone)))

  it.effect("the promise of a cached read settles even if the request takes a minute", () =>
    Effect.gen(function*() {
      const { read } = source(60_000)
      const cache = cacheOf(yield* ReadCache)
      cache.ensure(read)
      const promise = cache.promise(read)

      yield* TestClock.adjust(60_000)

      assert.strictEqual(yield* Effect.promise(() => promise), 1)
    }).pipe(Effect.provide(alone)))

  it.effect("N1: a cached read's request is interrupted when its last watcher has left", () =>
    Effect.gen(function*() {
      const { interrupted, read } = source(60_000)
      const { leave } = yield* watch(read)
      yield* leave

      yield* TestClock.adjust(5000)

      assert.strictEqual(interrupted(), 1)
    }).pipe(Effect.provide(alone)))
})

describe("writes and Reads", () => {
  const teamKeys = (teamId: string) => read(`keys of ${teamId}`, TeamApiKeys.list({ teamId }))

  /** A read for each endpoint that invalidates no other endpoint. */
  const everyRead = endpoints.filter(({ spec }) => spec.invalidates.length === 0).map((endpoint: AnyEndpoint) =>
    read(endpoint.spec.name, endpoint({}) as Effect.Effect<unknown>)
  )

  const named = ({ spec }: AnyEndpoint) =>
    everyRead.map(({ key }) => key).filter((name) =>
      spec.invalidates.some((invalidated) => name === invalidated || name.startsWith(`${invalidated}.`))
    )

  it("the contract contains every name that a write declares as invalidated", () => {
    const resources = new Set<string>(endpoints.flatMap(({ spec }) => [spec.name, spec.name.split(".")[0]!]))

    assert.deepStrictEqual(
      endpoints.flatMap(({ spec }) => spec.invalidates.filter((name) => !resources.has(name))),
      []
    )
  })

  for (const write of endpoints.filter(({ spec }) => spec.invalidates.length > 0)) {
    it.effect(`N3: the write ${write.spec.name} refreshes exactly the reads that it declares as invalidated`, () => {
      const { layer, requests } = callsTo()
      return Effect.gen(function*() {
        yield* Effect.forEach(everyRead, (each) => watch(each))
        const before = requests.length

        yield* write({}) as Effect.Effect<unknown>
        yield* TestClock.adjust(1000)

        assert.deepStrictEqual(requests.slice(before + 1).sort(), named(write).sort())
        assert.strictEqual(requests[before], write.spec.name)
      }).pipe(Effect.provide(everyLevel(layer)))
    })
  }

  it.effect("N3: a write in one team doesn't refresh the reads of another team", () => {
    const { layer, requests } = callsTo()
    return Effect.gen(function*() {
      yield* Effect.all([watch(teamKeys("a")), watch(teamKeys("b"))])

      yield* TeamApiKeys.create({ teamId: "a", description: "", expiresAt: null })
      yield* TestClock.adjust(1000)

      assert.deepStrictEqual(requests, [
        "teamApiKeys.list",
        "teamApiKeys.list",
        "teamApiKeys.create",
        "teamApiKeys.list"
      ])
      assert.deepStrictEqual((yield* cached).map(({ key, refreshedBy }) => [key, refreshedBy]), [
        ["keys of a", "teamApiKeys.create"],
        ["keys of b", undefined]
      ])
    }).pipe(Effect.provide(over(layer)))
  })

  it.effect("a write drops an invalidated read without watchers, and the next watcher reads it again", () => {
    const { layer, requests } = callsTo()
    return Effect.gen(function*() {
      const me = read("me", Users.getMe())
      yield* Effect.flatMap(watch(me), ({ leave }) => leave)

      yield* Users.updateMe({})
      const afterWrite = [...requests]
      yield* watch(me)

      assert.deepStrictEqual(afterWrite, ["users.getMe", "users.updateMe"])
      assert.deepStrictEqual(requests, ["users.getMe", "users.updateMe", "users.getMe"])
    }).pipe(Effect.provide(over(layer)))
  })

  it.effect("a write during a read causes another read, because the first result may be outdated", () => {
    const { layer, requests } = callsTo((spec) => spec.method === "GET" ? Effect.sleep(100) : Effect.void)
    return Effect.gen(function*() {
      const { states } = yield* watch(read("me", Users.getMe()))

      yield* TestClock.adjust(50)
      yield* Users.updateMe({})
      yield* TestClock.adjust(1000)

      assert.deepStrictEqual(requests, ["users.getMe", "users.updateMe", "users.getMe"])
      assert.strictEqual(states.at(-1)!._tag, "Success")
    }).pipe(Effect.provide(over(layer)))
  })

  it.effect("a read of several calls is refreshed by a write that invalidates any of these calls", () => {
    const { layer, requests } = callsTo()
    return Effect.gen(function*() {
      yield* watch(read("dashboard", Effect.andThen(Users.getMe(), Teams.list({ userId: "me" }))))

      yield* Teams.create({ displayName: "T", creatorUserId: "me" })
      yield* TestClock.adjust(300)

      assert.deepStrictEqual(requests, ["users.getMe", "teams.list", "teams.create", "users.getMe", "teams.list"])
    }).pipe(Effect.provide(over(layer)))
  })

  it.effect("a cached read that also writes doesn't refresh itself", () => {
    const { layer, requests } = callsTo()
    return Effect.gen(function*() {
      yield* watch(read("seen", Effect.andThen(Users.updateMe({}), Users.getMe())))

      yield* TestClock.adjust(60_000)

      assert.deepStrictEqual(requests, ["users.updateMe", "users.getMe"])
    }).pipe(Effect.provide(over(layer)))
  })

  const refused = new CallError({ endpoint: "users.updateMe", reason: new Offline() })
  const lost = new CallError({
    endpoint: "users.updateMe",
    reason: new ConnectionFailed({ target: "", attempts: 1, fault: "", diagnostics: {} })
  })
  for (
    const [what, write, expected] of [
      ["a rejected write refreshes nothing", Effect.fail(refused), 1],
      ["a write with a lost response refreshes its reads, because it may have taken effect", Effect.fail(lost), 2],
      ["an interrupted write refreshes its reads, because it may have taken effect", Effect.interrupt, 2]
    ] as const
  ) {
    it.effect(what, () => {
      const { layer, requests } = callsTo((spec) => spec.method === "GET" ? Effect.void : write)
      return Effect.gen(function*() {
        yield* watch(read("me", Users.getMe()))

        yield* Effect.exit(Users.updateMe({}))
        yield* TestClock.adjust(300)

        assert.strictEqual(requests.filter((name) => name === "users.getMe").length, expected)
      }).pipe(Effect.provide(over(layer)))
    })
  }
})

describe("untilShown", () => {
  /** A name on a platform that responds after 100 ms. The second and later responses may fail. */
  const platform = (again: Effect.Effect<unknown, unknown> = Effect.void) => {
    let name = "Ada"
    let count = 0
    const { layer } = callsTo((spec) =>
      spec.method === "GET"
        ? Effect.delay(Effect.suspend(() => count++ === 0 ? Effect.succeed(name) : Effect.as(again, name)), 100)
        : Effect.sync(() => void (name = "Countess"))
    )
    const me: ReadDefinition<unknown, unknown, ClientAccess> = read("me", Users.getMe())
    return { me, layer: over(layer) }
  }

  it.effect("untilShown completes when the affected reads show the current value, not as soon as the write succeeds", () => {
    const { layer, me } = platform()
    return Effect.gen(function*() {
      const { last, states } = yield* watch(me)
      yield* TestClock.adjust(1000)
      let atTheEnd: unknown

      yield* Effect.forkChild(
        Effect.tap(untilShown(Users.updateMe({})), () => Effect.sync(() => atTheEnd = last())),
        { startImmediately: true }
      )
      yield* TestClock.adjust(99)
      const before = atTheEnd
      yield* TestClock.adjust(1)

      assert.isUndefined(before)
      assert.deepInclude(atTheEnd, { value: "Countess", refreshing: false })
      assert.deepStrictEqual(shown(states), ["Pending", "Ada", "Ada…", "Countess"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("untilShown succeeds with the write even if the affected reads can't be refreshed", () => {
    const { layer, me } = platform(Effect.fail("no"))
    return Effect.gen(function*() {
      const { states } = yield* watch(me)
      yield* TestClock.adjust(1000)

      const writing = yield* Effect.forkChild(untilShown(Users.updateMe({})))
      yield* TestClock.adjust(100)

      assert.isTrue(Exit.isSuccess(yield* Fiber.await(writing)))
      assert.deepStrictEqual(shown(states), ["Pending", "Ada", "Ada…", "Ada!"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("untilShown doesn't wait for reads without watchers, or for reads that the write doesn't affect", () => {
    const { layer, me } = platform()
    return Effect.gen(function*() {
      const slow = source(60_000)
      yield* watch(slow.read)
      const { leave } = yield* watch(me)
      yield* TestClock.adjust(1000)
      yield* leave

      const writing = yield* Effect.forkChild(untilShown(Users.updateMe({})))
      yield* settle

      assert.isDefined(writing.pollUnsafe())
    }).pipe(Effect.provide(layer))
  })
})

describe("optimistically", () => {
  /** A list on a platform, and slow writes to it. */
  const list = () => {
    const items = ["one"]
    const read_ = read("list", Effect.delay(Effect.sync(() => items.join(" ")), 10))
    const add = (item: string, outcome: Effect.Effect<unknown, string> = Effect.void) =>
      Effect.sleep(100).pipe(
        Effect.andThen(outcome),
        Effect.tap(() => Effect.sync(() => items.push(item))),
        optimistically(read_, (shown) => `${shown} ${item}`)
      )
    return { read: read_, add }
  }

  it.effect("N7: an optimistic write shows its change immediately, until the platform's response includes it", () =>
    Effect.gen(function*() {
      const { add, read } = list()
      const { states } = yield* watch(read)
      yield* TestClock.adjust(1000)

      const write = yield* Effect.forkChild(add("two"))
      yield* TestClock.adjust(1000)

      assert.isTrue(Exit.isSuccess(yield* Fiber.await(write)))
      assert.deepStrictEqual(shown(states), ["Pending", "one", "one two", "one two…", "one two"])
    }).pipe(Effect.provide(alone)))

  it.effect("N7: an optimistic change is rolled back when its write fails", () =>
    Effect.gen(function*() {
      const { add, read } = list()
      const { states } = yield* watch(read)
      yield* TestClock.adjust(1000)

      const write = yield* Effect.forkChild(add("two", Effect.fail("no")))
      yield* TestClock.adjust(1000)

      assert.isTrue(Exit.isFailure(yield* Fiber.await(write)))
      assert.deepStrictEqual(shown(states), ["Pending", "one", "one two", "one"])
    }).pipe(Effect.provide(alone)))

  it.effect("N7: an optimistic change is rolled back when its write is interrupted", () =>
    Effect.gen(function*() {
      const { add, read } = list()
      const { states } = yield* watch(read)
      yield* TestClock.adjust(1000)

      const write = yield* Effect.forkChild(add("two"))
      yield* TestClock.adjust(50)
      yield* Fiber.interrupt(write)
      yield* settle

      assert.deepStrictEqual(shown(states), ["Pending", "one", "one two", "one"])
    }).pipe(Effect.provide(alone)))

  it.effect("N7: if one of several optimistic changes fails, only that change is rolled back", () =>
    Effect.gen(function*() {
      const { add, read } = list()
      const { states } = yield* watch(read)
      yield* TestClock.adjust(1000)

      yield* Effect.forkChild(add("two", Effect.fail("no")))
      yield* TestClock.adjust(50)
      yield* Effect.forkChild(add("three"))
      yield* TestClock.adjust(1000)

      assert.deepStrictEqual(shown(states), [
        "Pending",
        "one",
        "one two",
        "one two three",
        "one three",
        "one three…",
        "one three"
      ])
    }).pipe(Effect.provide(alone)))

  it.effect("N7: a late response to a request from before an optimistic change doesn't hide the change", () => {
    let name = "Ada"
    const { layer, requests } = callsTo((spec) =>
      spec.method === "GET"
        ? Effect.suspend(() => Effect.delay(Effect.succeed(name), 100))
        : Effect.sync(() => void (name = "Countess"))
    )
    return Effect.gen(function*() {
      const me: ReadDefinition<unknown, unknown, ClientAccess> = read("me", Users.getMe())
      const { states } = yield* watch(me)
      yield* TestClock.adjust(1000)

      yield* invalidate(me)
      yield* TestClock.adjust(50)
      yield* optimistically(me, () => "Countess")(Users.updateMe({ displayName: "Countess" }))
      yield* TestClock.adjust(1000)

      assert.deepStrictEqual(shown(states), ["Pending", "Ada", "Ada…", "Countess…", "Countess"])
      assert.deepStrictEqual(requests, ["users.getMe", "users.getMe", "users.updateMe", "users.getMe"])
    }).pipe(Effect.provide(over(layer)))
  })
})

describe("Reads and the session", () => {
  const name = read(
    "name",
    Effect.flatMap(Session, (session) =>
      Effect.delay(
        Effect.sync(() => {
          const state = session.state()
          return state._tag === "SignedOut" ? "nobody" : Option.getOrThrow(state.claims).sub
        }),
        10
      ))
  )

  it.effect("cached reads never show one user's values to the next, however late a response arrives", () => {
    const { become, layer } = sessionOf(person("ada"))
    return Effect.gen(function*() {
      const { states } = yield* watch(name)
      yield* TestClock.adjust(10)

      yield* become(person("grace"))
      yield* TestClock.adjust(10)
      yield* become(nobody)
      yield* TestClock.adjust(10)

      assert.deepStrictEqual(shown(states), ["Pending", "ada", "Pending", "grace", "Pending", "nobody"])
    }).pipe(Effect.provide(over(layer)))
  })

  it.effect("A12: cached reads discard a response for the previous user", () => {
    const { become, layer } = sessionOf(person("ada"))
    const late = read(
      "late",
      Effect.flatMap(Session, (session) => {
        const requester = Option.getOrThrow((session.state() as { claims: Option.Option<{ sub: string }> }).claims).sub
        // an uninterruptible request completes after all
        return Effect.uninterruptible(Effect.delay(Effect.succeed(requester), requester === "ada" ? 1000 : 10))
      })
    )
    return Effect.gen(function*() {
      const { states } = yield* watch(late)

      yield* become(person("grace"))
      yield* TestClock.adjust(5000)

      assert.deepStrictEqual(shown(states), ["Pending", "grace"])
    }).pipe(Effect.provide(over(layer)))
  })

  it.effect("A12: cached reads get their own responses if the responses arrive in a different order", () =>
    Effect.gen(function*() {
      const slow = yield* watch(read("slow", Effect.delay(Effect.succeed("slow"), 100)))
      const quick = yield* watch(read("quick", Effect.delay(Effect.succeed("quick"), 10)))

      yield* TestClock.adjust(100)

      assert.deepStrictEqual([shown(slow.states), shown(quick.states)], [["Pending", "slow"], ["Pending", "quick"]])
    }).pipe(Effect.provide(alone)))

  it.effect("cached reads are refreshed for another session of the same user, and keep showing their values in the meantime", () => {
    const { become, layer } = sessionOf(person("ada", "one"))
    return Effect.gen(function*() {
      const { states } = yield* watch(name)
      yield* TestClock.adjust(1000)

      yield* become(person("ada", "two"))
      yield* TestClock.adjust(1000)

      assert.deepStrictEqual(shown(states), ["Pending", "ada", "ada…", "ada"])
    }).pipe(Effect.provide(over(layer)))
  })

  it.effect("a cached read sends no second request if the response to the first one reveals the session's user", () => {
    const { become, layer } = sessionOf(unknown)
    const { read: reading, starts } = source(100)
    return Effect.gen(function*() {
      const { states } = yield* watch(reading)
      yield* TestClock.adjust(50)
      yield* become(person("ada"))
      yield* TestClock.adjust(50)

      assert.deepStrictEqual(shown(states), ["Pending", "1"])
      assert.strictEqual(starts.length, 1)
    }).pipe(Effect.provide(over(layer)))
  })

  it.effect("cached values that are the same for every user stay when the session changes", () => {
    const { become, layer } = sessionOf(person("ada"))
    const project = read("project", Effect.succeed("project"), { of: "everyone" })
    return Effect.gen(function*() {
      const { states } = yield* watch(project)

      yield* become(nobody)

      assert.deepStrictEqual(shown(states), ["project"])
    }).pipe(Effect.provide(over(layer)))
  })
})

describe("Reads with initial values from a server", () => {
  const handed = { person: "ada", values: { source: 41 } }

  it.effect("a read with a server's initial value shows that value without a request, until a write may have changed the value", () => {
    const { layer } = callsTo()
    const session = sessionOf(person("ada"))
    const { read, starts } = source()
    return Effect.gen(function*() {
      const { states } = yield* watch(read)
      yield* TestClock.adjust(60_000)
      const initially = starts.length

      yield* Users.updateMe({})
      yield* TestClock.adjust(300)

      assert.strictEqual(initially, 0)
      assert.deepStrictEqual(shown(states), ["41", "41…", "1"])
    }).pipe(Effect.provide(over(Layer.merge(layer, session.layer), handed)))
  })

  for (const [whom, state] of [["another user", person("grace")], ["no user", nobody]] as const) {
    it.effect(`a server's initial values are never shown when ${whom} is signed in`, () => {
      const { read } = source()
      return Effect.gen(function*() {
        const { states } = yield* watch(read)

        assert.deepStrictEqual(shown(states), ["1"])
      }).pipe(Effect.provide(over(sessionOf(state).layer, handed)))
    })
  }

  it.effect("a server's initial values are kept until the session's user is known", () => {
    const { become, layer } = sessionOf(unknown)
    const { read } = source()
    return Effect.gen(function*() {
      const { states } = yield* watch(read)
      yield* become(person("ada"))

      assert.deepStrictEqual(shown(states), ["41"])
    }).pipe(Effect.provide(over(layer, handed)))
  })
})

describe("returning users", () => {
  it.effect("N5: focus and reconnect events cause at most one request per cached read every 5 s", () =>
    Effect.gen(function*() {
      const { read, starts } = source(10)
      const cache = cacheOf(yield* ReadCache)
      yield* watch(read)

      for (let at = 0; at < 20_000; at += 10) {
        yield* TestClock.adjust(10)
        cache.revisit(at % 20 === 0 ? "focus" : "online")
      }

      assert.deepStrictEqual(starts, [0, 5000, 10_000, 15_000, 20_000])
    }).pipe(Effect.provide(alone)))

  it.effect("N5: failed reads are refreshed when the page is back online, at most every 300 ms", () =>
    Effect.gen(function*() {
      const starts: Array<number> = []
      const failing = read(
        "failing",
        Effect.flatMap(Clock.currentTimeMillis, (at) => {
          starts.push(at)
          return Effect.fail("offline")
        })
      )
      const cache = cacheOf(yield* ReadCache)
      yield* watch(failing)

      for (let at = 0; at < 600; at += 10) {
        yield* TestClock.adjust(10)
        cache.revisit("online")
      }

      assert.deepStrictEqual(starts, [0, 300, 600])
    }).pipe(Effect.provide(alone)))
})

describe("many watchers", () => {
  it.effect("N8: 10 000 watchers are notified once per change and share one timer and one request", () =>
    Effect.gen(function*() {
      const { read, starts } = source()
      const cache = cacheOf(yield* ReadCache)
      let notified = 0
      cache.ensure(read)
      const leave = Array.from({ length: 10_000 }, () => cache.subscribe(read, () => notified++))
      yield* settle
      notified = 0

      yield* TestClock.adjust(1000)
      yield* invalidate(read)
      yield* settle
      const notifiedOfRefresh = notified
      for (const each of leave) each()
      yield* TestClock.adjust(5000)

      // one state for the start of the refresh, and one for its result
      assert.strictEqual(notifiedOfRefresh, 20_000)
      assert.strictEqual(starts.length, 2)
      assert.deepStrictEqual(yield* cached, [])
    }).pipe(Effect.provide(alone)))
})

/** Provides the access of one level to all three levels. */
function everyLevel(layer: Layer.Layer<ClientAccess>) {
  return over(Layer.flatMap(layer, (services) => {
    const caller = Context.get(services, ClientAccess)
    return Layer.mergeAll(
      Layer.succeed(ClientAccess, caller),
      Layer.succeed(ServerAccess, caller),
      Layer.succeed(AdminAccess, caller)
    )
  }))
}
