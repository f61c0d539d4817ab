/** Services of a promise client. The first caller builds them once, and closing them ends all running effects. */
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { lazyServices } from "../../../src/promise/lazyServices.ts"

class Count extends Context.Service<Count, number>()("test/Count") {}

const counting = () => {
  const seen: Array<string> = []
  const build = Effect.gen(function*() {
    yield* Effect.addFinalizer(() => Effect.sync(() => void seen.push("ended")))
    seen.push("built")
    return Context.make(Count, seen.length)
  })
  return { build, seen }
}

describe("lazyServices", () => {
  it("a promise client builds its services with the first call, once, and closes them with dispose", async () => {
    const { build, seen } = counting()
    const services = lazyServices(build)
    assert.deepStrictEqual(seen, [])

    const both = [services.fork(Count), services.fork(Count)].map((fiber) => fiber.pollUnsafe())
    assert.deepStrictEqual(both, [Exit.succeed(1), Exit.succeed(1)])
    assert.deepStrictEqual(services.runSync(Count), Exit.succeed(1))
    await Promise.all([services.dispose(), services.dispose()])

    assert.deepStrictEqual(seen, ["built", "ended"])
  })

  it("dispose closes the services only after running calls have been interrupted", async () => {
    const { build, seen } = counting()
    const services = lazyServices(build)
    services.fork(Effect.onInterrupt(Effect.never, () => Effect.sync(() => void seen.push("interrupted"))))

    await services.dispose()

    assert.deepStrictEqual(seen, ["built", "interrupted", "ended"])
  })

  it("building the services completes for other callers after the first caller is interrupted", async () => {
    const { build, seen } = counting()
    const gate = Deferred.makeUnsafe<void>()
    const services = lazyServices(Effect.andThen(Deferred.await(gate), build))
    const first = services.fork(Count)
    const second = services.fork(Count)

    first.interruptUnsafe()
    Deferred.doneUnsafe(gate, Effect.void)

    assert.deepStrictEqual(await new Promise((resolve) => second.addObserver(resolve)), Exit.succeed(1))
    assert.deepStrictEqual(seen, ["built"])
  })

  it("a failed build of the services releases everything and fails for every caller", () => {
    const { build, seen } = counting()
    const services = lazyServices(Effect.andThen(build, Effect.fail("no")))

    assert.deepStrictEqual([services.runSync(Effect.void), services.runSync(Effect.void)], [
      Exit.fail("no"),
      Exit.fail("no")
    ])
    assert.deepStrictEqual(seen, ["built", "ended"])
  })

  it("dispose closes only its own client's services", async () => {
    const [mine, theirs] = [counting(), counting()]
    const [first, second] = [lazyServices(mine.build), lazyServices(theirs.build)]
    first.runSync(Count)
    second.runSync(Count)

    await first.dispose()

    assert.deepStrictEqual([mine.seen, theirs.seen], [["built", "ended"], ["built"]])
    assert.deepStrictEqual(second.runSync(Count), Exit.succeed(1))
  })
})
