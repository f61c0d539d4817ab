import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { cached, get, invalidate, over, read, set, update } from "../../../layers/reads/Reads.ts"
import * as Users from "../../../schemas/endpoints/users.ts"
import { callsTo, nobody, person, sessionOf, shown, source, watch } from "../../support/platform/watchedReads.ts"

const alone = over(Layer.empty)

describe("Reads.set", () => {
  it.effect("a value set with Reads.set appears immediately, without a request, until a later response arrives", () =>
    Effect.gen(function*() {
      const { read, starts } = source()
      const { states } = yield* watch(read)
      yield* TestClock.adjust(1000)

      yield* set(read, 41)
      const asked = starts.length
      yield* invalidate(read)

      assert.strictEqual(asked, 1)
      assert.deepStrictEqual(shown(states), ["1", "41", "41…", "2"])
    }).pipe(Effect.provide(alone)))

  it.effect("a value set with Reads.set is not undone by a request that started before", () =>
    Effect.gen(function*() {
      const { read } = source(100)
      const { states } = yield* watch(read)
      yield* TestClock.adjust(1000)
      yield* invalidate(read)
      yield* TestClock.adjust(50)

      yield* set(read, 41)
      yield* TestClock.adjust(1000)

      assert.deepStrictEqual(shown(states), ["Pending", "1", "1…", "41…", "3"])
    }).pipe(Effect.provide(alone)))

  it.effect("a value set with Reads.set is cached like a response, until it is dropped or invalidated by a write", () => {
    const { layer, requests } = callsTo()
    return Effect.gen(function*() {
      const me = read("me", Users.getMe())

      yield* set(me as never, "told")
      const value = yield* get(me)
      const before = [...requests]
      yield* Users.updateMe({})
      yield* get(me)
      yield* TestClock.adjust(5000)

      assert.strictEqual(value as unknown, "told")
      assert.deepStrictEqual(before, [])
      assert.deepStrictEqual(requests, ["users.updateMe", "users.getMe"])
      assert.deepStrictEqual(yield* cached, [])
    }).pipe(Effect.provide(over(layer)))
  })

  it.effect("rolling back Reads.set restores the previous value, or requests the value if there was no previous value", () =>
    Effect.gen(function*() {
      const { read, starts } = source(10)
      const { states } = yield* watch(read)

      const first = yield* set(read, 40)
      yield* first.rollback
      yield* TestClock.adjust(1000)
      const second = yield* set(read, 41)
      yield* second.rollback
      yield* second.rollback

      assert.deepStrictEqual(shown(states), ["Pending", "40…", "Pending", "1…", "2", "41", "2"])
      assert.lengthOf(starts, 2)
    }).pipe(Effect.provide(alone)))

  it.effect("a value set with Reads.set is dropped when the user changes", () => {
    const session = sessionOf(person("ada"))
    return Effect.gen(function*() {
      const { read } = source()
      const { states } = yield* watch(read)
      yield* set(read, 41)

      yield* session.become(nobody)

      assert.notInclude(shown(states).slice(2), "41")
    }).pipe(Effect.provide(over(session.layer)))
  })
})

describe("Reads.update", () => {
  it.effect("Reads.update changes a cached value, and does nothing if no value is cached", () =>
    Effect.gen(function*() {
      const { read, starts } = source()

      yield* update(read, (value) => value + 40)
      assert.deepStrictEqual(yield* cached, [])
      yield* get(read)
      yield* update(read, (value) => value + 40)

      assert.strictEqual(yield* get(read), 41)
      assert.lengthOf(starts, 1)
    }).pipe(Effect.provide(alone)))

  const Order = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4 })))

  it.effect.prop(
    "N7: Reads.update shows exactly the changes that were not rolled back, whatever the order of the rollbacks",
    { takenBack: Order },
    ({ takenBack: rolledBack }) =>
      Effect.gen(function*() {
        const letters = read("letters", Effect.succeed(""))
        yield* watch(letters)
        const names = ["a", "b", "c", "d", "e"]
        const changes = yield* Effect.forEach(names, (name) => update(letters, (shown) => shown + name))

        for (const at of rolledBack) yield* changes[at]!.rollback

        assert.strictEqual(yield* get(letters), names.filter((_, at) => !rolledBack.includes(at)).join(""))
      }).pipe(Effect.provide(alone))
  )
})
