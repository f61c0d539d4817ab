/** Updates of one user or team, one after the other. docs/laws.md N14, N16. */
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { MetadataInvalid } from "../../../src/metadata/index.ts"
import { oneAtATime } from "../../../src/metadata/oneAtATime.ts"
import { turns } from "../../../src/testing/simulate/virtualTime.ts"

class Access extends Context.Service<Access, object>()("test/Access") {}

/** Updates that report when they begin, and end on demand. */
const updates = () => {
  const began: Array<string> = []
  const start = (name: string, key: string, access: object) =>
    Effect.gen(function*() {
      const end = yield* Deferred.make<void>()
      const update = Effect.andThen(Effect.sync(() => void began.push(name)), Deferred.await(end))
      const fiber = yield* Effect.forkChild(
        Effect.provideService(oneAtATime(Access, key)(update), Access, access),
        { startImmediately: true }
      )
      yield* turns
      return Deferred.succeed(end, void 0).pipe(Effect.andThen(Fiber.await(fiber)), Effect.andThen(turns))
    })
  return { began, start }
}

describe("N14: updates of metadata", () => {
  it.effect("N14: an update waits for earlier updates of the same user, whenever it begins", () =>
    Effect.gen(function*() {
      const { began, start } = updates()
      const client = {}
      const endA = yield* start("a", "me", client)
      const endB = yield* start("b", "me", client)
      assert.deepStrictEqual(began, ["a"])
      yield* endA
      const endC = yield* start("c", "me", client)
      assert.deepStrictEqual(began, ["a", "b"])
      yield* endB
      yield* endC
      const endD = yield* start("d", "me", client)
      assert.deepStrictEqual(began, ["a", "b", "c", "d"])
      yield* endD
    }))

  it.effect("N14: updates of different users, or of different clients, don't wait for each other", () =>
    Effect.gen(function*() {
      const { began, start } = updates()
      const client = {}
      const ends = [
        yield* start("a", "me", client),
        yield* start("b", "team", client),
        yield* start("c", "me", {})
      ]
      assert.deepStrictEqual(began, ["a", "b", "c"])
      yield* Effect.all(ends)
    }))
})

describe("N15: the message of invalid metadata", () => {
  const messageOf = (fields: Partial<ConstructorParameters<typeof MetadataInvalid>[0]>) =>
    new MetadataInvalid({ field: "serverMetadata", issues: [{ path: "a.b", problem: "Expected text" }], ...fields })
      .message
  const next = "Add the stored shape to the definition as an older version, or store the value again."

  it("N15: the message of invalid metadata names the field, the nearest version, and each problem with its path", () => {
    const start = "The stored serverMetadata"
    const none = `${start} matches no version of its definition. Compared with`

    assert.strictEqual(messageOf({}), `${start} doesn't match its definition: a.b: Expected text. ${next}`)
    assert.strictEqual(messageOf({ version: 0 }), `${none} the current version: a.b: Expected text. ${next}`)
    assert.strictEqual(messageOf({ version: 2 }), `${none} older version 2: a.b: Expected text. ${next}`)
    assert.strictEqual(
      messageOf({ issues: [{ path: "", problem: "Expected object" }, { path: "a", problem: "Missing key" }] }),
      `${start} doesn't match its definition: Expected object; a: Missing key. ${next}`
    )
  })

  it("N15: the message of invalid metadata counts the problems that it leaves out", () => {
    assert.notInclude(messageOf({ more: 0 }), "more problem")
    assert.include(messageOf({ more: 1 }), "; and 1 more problem. ")
    assert.include(messageOf({ more: 2 }), "; and 2 more problems. ")
  })
})
