import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import {
  cached,
  get,
  invalidate,
  layer as layerReads,
  over,
  read,
  ReadCache,
  refresh
} from "../../../layers/reads/Reads.ts"
import { ClientAccess } from "../../../schemas/access.ts"
import * as Users from "../../../schemas/endpoints/users.ts"
import { callsTo, nobody, person, sessionOf, shown, source, watch } from "../../support/platform/watchedReads.ts"

const alone = over(Layer.empty)

describe("Reads.refresh", () => {
  it.effect("Reads.refresh sends a request and returns its result", () =>
    Effect.gen(function*() {
      const { read, starts } = source(100)
      const before = yield* Effect.forkChild(get(read))
      yield* TestClock.adjust(1000)

      const after = yield* Effect.forkChild(refresh(read))
      yield* TestClock.adjust(100)

      assert.deepStrictEqual([yield* Fiber.join(before), yield* Fiber.join(after)], [1, 2])
      assert.deepStrictEqual(starts, [0, 1000])
    }).pipe(Effect.provide(alone)))

  it.effect("Reads.refresh sends one request if nothing is cached", () =>
    Effect.gen(function*() {
      const { read, starts } = source()

      assert.strictEqual(yield* refresh(read), 1)
      assert.lengthOf(starts, 1)
    }).pipe(Effect.provide(alone)))

  it.effect("Reads.refresh waits for a new request, not for a request that is already under way", () =>
    Effect.gen(function*() {
      const { read, starts } = source(400)
      const { states } = yield* watch(read)
      yield* TestClock.adjust(100)

      const refreshing = yield* Effect.forkChild(refresh(read))
      yield* TestClock.adjust(1000)

      assert.strictEqual(yield* Fiber.join(refreshing), 2)
      assert.deepStrictEqual(starts, [0, 400])
      assert.deepStrictEqual(shown(states), ["Pending", "1…", "2"])
    }).pipe(Effect.provide(alone)))

  it.effect("Reads.refresh fails with the error of the refresh and keeps the cached value", () =>
    Effect.gen(function*() {
      const results = [Effect.succeed("value"), Effect.fail("later")]
      const flaky = read("flaky", Effect.suspend(() => results.shift()!))
      const { states } = yield* watch(flaky)
      yield* TestClock.adjust(1000)

      const exit = yield* Effect.exit(refresh(flaky))

      assert.deepStrictEqual(exit, Exit.fail("later"))
      assert.deepStrictEqual(shown(states), ["Pending", "value", "value…", "value!"].slice(1))
    }).pipe(Effect.provide(alone)))

  it.effect("interrupting Reads.refresh leaves the request running for the watchers", () =>
    Effect.gen(function*() {
      const { interrupted, read } = source(100)
      const { states } = yield* watch(read)
      yield* TestClock.adjust(1000)

      const refreshing = yield* Effect.forkChild(refresh(read), { startImmediately: true })
      yield* Fiber.interrupt(refreshing)
      yield* TestClock.adjust(1000)

      assert.strictEqual(interrupted(), 0)
      assert.deepStrictEqual(shown(states), ["Pending", "1", "1…", "2"])
    }).pipe(Effect.provide(alone)))
})

describe("Reads.invalidate", () => {
  it.effect("Reads.invalidate refreshes watched reads, drops all other reads, and returns immediately", () =>
    Effect.gen(function*() {
      const watched = source(100)
      const other = read("other", Effect.succeed("other"))
      yield* watch(watched.read)
      yield* get(other)
      yield* TestClock.adjust(1000)

      yield* invalidate(watched.read, other)

      assert.deepStrictEqual(watched.starts, [0, 1000])
      assert.deepStrictEqual((yield* cached).map(({ key }) => key), ["source"])
    }).pipe(Effect.provide(alone)))
})

describe("Reads.layer", () => {
  const services = (level: Layer.Layer<ClientAccess>, session: ReturnType<typeof sessionOf>) =>
    Layer.merge(level, session.layer)

  it.effect("Reads.layer refreshes reads after a client's writes if built over the client's services", () => {
    const { layer, requests } = callsTo()
    return Effect.gen(function*() {
      yield* watch(read("me", Users.getMe()))

      yield* Users.updateMe({})
      yield* TestClock.adjust(300)

      assert.deepStrictEqual(requests, ["users.getMe", "users.updateMe", "users.getMe"])
    }).pipe(Effect.provide(layerReads().pipe(Layer.provideMerge(services(layer, sessionOf(nobody))))))
  })

  it.effect("Reads.layer drops its values when the user changes", () => {
    const { layer } = callsTo()
    const session = sessionOf(person("ada"))
    return Effect.gen(function*() {
      const { read } = source(10)
      const { states } = yield* watch(read)
      yield* TestClock.adjust(10)

      yield* session.become(person("grace"))
      yield* TestClock.adjust(300)

      assert.deepStrictEqual(shown(states), ["Pending", "1", "Pending", "2"])
    }).pipe(Effect.provide(layerReads().pipe(Layer.provideMerge(services(layer, session)))))
  })

  it.effect("a read cache never shares values between two projects of one program", () => {
    const [one, other] = [callsTo(() => Effect.succeed("one")), callsTo(() => Effect.succeed("other"))]
    const of = ({ layer }: typeof one) =>
      Effect.provide(get(read("me", Users.getMe())), layerReads().pipe(Layer.provideMerge(layer)))
    return Effect.gen(function*() {
      const [first, second] = yield* Effect.all([of(one), of(other)])

      assert.deepStrictEqual([first, second] as ReadonlyArray<unknown>, ["one", "other"])
    })
  })

  it.effect("a read cache is shared by all programs with the same services", () => {
    const { layer, requests } = callsTo()
    return Effect.gen(function*() {
      const context = yield* Layer.build(layerReads().pipe(Layer.provideMerge(layer)))
      const program = Effect.provide(get(read("me", Users.getMe())), context)

      yield* Effect.all([program, Effect.provide(program, Layer.succeed(ReadCache, Context.get(context, ReadCache)))])

      assert.deepStrictEqual(requests, ["users.getMe"])
    }).pipe(Effect.scoped)
  })
})

describe("Reads.view", () => {
  it.effect("Reads.view shares cached reads with code that doesn't use Effect, so that both need only one request", () =>
    Effect.gen(function*() {
      const { read, starts } = source()
      const { view } = yield* ReadCache
      let notified = 0
      const stop = view.ensure(read)(() => notified++)

      assert.strictEqual(yield* get(read), 1)
      assert.deepInclude(view.state(read), { _tag: "Success", value: 1 })
      assert.strictEqual(yield* Effect.promise(() => view.promise(read)), 1)
      yield* TestClock.adjust(300)
      yield* refresh(read)
      stop()

      assert.lengthOf(starts, 2)
      assert.isAbove(notified, 0)
    }).pipe(Effect.provide(alone)))

  it.effect("Reads.view rejects its promise with the error of the read", () =>
    Effect.gen(function*() {
      const { view } = yield* ReadCache
      const failing = read("failing", Effect.fail("no"))
      view.ensure(failing)

      const exit = yield* Effect.exit(
        Effect.tryPromise({ try: () => view.promise(failing), catch: (error) => error as string })
      )

      assert.deepStrictEqual(exit, Exit.failCause(Cause.fail("no")))
    }).pipe(Effect.provide(alone)))
})
