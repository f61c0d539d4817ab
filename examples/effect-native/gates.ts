/** Effect's own rate limiter in front of the gate of this library: at most two requests in ten seconds. */
import { Clock, Effect, Fiber, Layer } from "effect"
import { RateLimiter } from "effect/persistence"
import { TestClock } from "effect/testing"
import { Client, currentProject, RateLimitGate } from "latchkey"
import { Emulator } from "latchkey/emulator"

const gate = Layer.effect(
  RateLimitGate.RateLimitGate,
  Effect.gen(function*() {
    const limited = yield* RateLimiter.makeWithRateLimiter
    const own = yield* RateLimitGate.RateLimitGate
    const options = { key: "platform", limit: 2, window: "10 seconds", onExceeded: "delay" } as const
    return {
      acquire: (...request) => Effect.orDie(limited(options)(Effect.void)).pipe(Effect.andThen(own.acquire(...request)))
    }
  })
).pipe(Layer.provide(RateLimiter.layer), Layer.provide(RateLimiter.layerStoreMemory))

const live = Client.layerNoProject().pipe(
  Layer.provide(gate),
  Layer.provide(Emulator.layerProject()),
  Layer.provide(Emulator.layer())
)

const program = Effect.gen(function*() {
  const call = Effect.andThen(currentProject.get(), Clock.currentTimeMillis)
  const calls = yield* Effect.forkChild(Effect.forEach(Array(5), () => call, { concurrency: "unbounded" }))
  yield* TestClock.adjust("1 minute")
  console.log(`five calls end after ${(yield* Fiber.join(calls)).map((at) => at / 1000).join(", ")} s`)
})

await Effect.runPromise(Effect.provide(program, Layer.provideMerge(live, TestClock.layer())))
