import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import { realmOf } from "../../../../src/testing/simulate/realm.ts"
import { turns, virtualTime } from "../../../../src/testing/simulate/virtualTime.ts"

describe("a realm", () => {
  const Event = Schema.Union([
    Schema.Literals(["freeze", "wake", "kill", "task", "result"]),
    Schema.Struct({ pass: Schema.Literals([1, 10]) }),
    Schema.Struct({ jump: Schema.Literals([-60, 60]) })
  ])

  it.effect.prop(
    "a realm runs its tasks and receives its results when it is awake, never after it is killed, and has its own clock, in any order of events",
    { events: Arbitrary.array(Arbitrary.schema(Event), { maxLength: 30 }) },
    ({ events }) =>
      Effect.gen(function*() {
        const time = virtualTime(0)
        const realm = realmOf(time, 3)
        const fibers: Array<Fiber.Fiber<unknown>> = []
        let [done, expected, waiting, now, offset] = [0, 0, 0, 0, 3]
        let state: "awake" | "frozen" | "dead" = "awake"
        let [awakeSince, wokenAt] = [0, undefined as number | undefined]
        const offsets = [{ at: 0, offset: 3 }]
        for (const event of events) {
          if (typeof event === "object" && "pass" in event) {
            yield* time.pass(event.pass)
            now += event.pass
          } else if (typeof event === "object") {
            realm.jump(event.jump)
            offsets.push({ at: now, offset: offset += event.jump })
          } else if (event === "task" || event === "result") {
            if (event === "task") realm.whenAwake(() => void done++)
            else {
              fibers.push(
                yield* Effect.forkChild(Effect.andThen(realm.arriving(Effect.void), Effect.sync(() => void done++)), {
                  startImmediately: true
                })
              )
            }
            if (state === "awake") expected++
            if (state === "frozen") waiting++
          } else {
            realm[event]()
            if (event === "freeze" && state === "awake") state = "frozen"
            if (event === "kill") [state, waiting] = ["dead", 0]
            if (event === "wake" && state === "frozen") {
              state = "awake"
              awakeSince = wokenAt = now
              expected += waiting
              waiting = 0
            }
          }
          yield* turns
          assert.strictEqual(done, expected)
          assert.deepStrictEqual([realm.isAwake(), realm.isAlive()], [state === "awake", state !== "dead"])
          assert.deepStrictEqual([realm.awakeSince(), realm.wokenAt()], [awakeSince, wokenAt])
          assert.deepStrictEqual([realm.offset(), realm.clock.currentTimeMillisUnsafe()], [offset, now + offset])
        }
        const since = now / 2
        const inForce = offsets.filter((_, index) => (offsets[index + 1]?.at ?? Infinity) >= since).map((each) =>
          each.offset
        )
        assert.deepStrictEqual(realm.offsetsSince(since), [Math.min(...inForce), Math.max(...inForce)])
        yield* Effect.forEach(fibers, Fiber.interrupt)
      })
  )

  it.effect("a timer of a frozen realm wakes when the realm does, and a realm may replace its timers", () =>
    Effect.gen(function*() {
      const time = virtualTime(0)
      const realm = realmOf(time, 0)
      const slow = realmOf(time, 0, (millis) => time.sleep(2 * millis))
      const [frozen, doubled] = [realm, slow].map(({ clock }) => clock.sleep(5 as never))
      const one = yield* Effect.forkChild(frozen!, { startImmediately: true })
      const other = yield* Effect.forkChild(doubled!, { startImmediately: true })
      realm.freeze()
      yield* time.pass(9)
      assert.deepStrictEqual([one.pollUnsafe(), other.pollUnsafe()], [undefined, undefined])

      realm.wake()
      yield* time.pass(1)

      yield* Fiber.join(one)
      yield* Fiber.join(other)
    }))
})
