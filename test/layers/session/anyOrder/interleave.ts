/** Runs concurrent programs in every possible order of their steps. */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Scheduler from "effect/Scheduler"

/** Turns an effect into a step, which waits for its turn. */
export type Step = <A, E>(self: Effect.Effect<A, E>) => Effect.Effect<A, E>

/**
 * Runs `program` once for every order of its steps. Time stands still, so the program must not wait for anything except
 * its steps.
 * @returns the number of orders
 */
export const everyOrder = (program: (step: Step) => Effect.Effect<void>): number => {
  let orders = 0
  // at each turn: the chosen step, and the number of waiting steps
  const path: Array<{ chosen: number; readonly of: number }> = []
  do {
    runOnce(program, path)
    orders++
    while (path.length > 0 && path.at(-1)!.chosen + 1 === path.at(-1)!.of) path.pop()
    if (path.length > 0) path.at(-1)!.chosen++
  } while (path.length > 0)
  return orders
}

const stoppedClock: Clock.Clock = {
  currentTimeMillisUnsafe: () => 0,
  currentTimeMillis: Effect.succeed(0),
  currentTimeNanosUnsafe: () => 0n,
  currentTimeNanos: Effect.succeed(0n),
  monotonicTimeNanosUnsafe: () => 0n,
  monotonicTimeNanos: Effect.succeed(0n),
  sleep: () => Effect.never
}

const runOnce = (
  program: (step: Step) => Effect.Effect<void>,
  path: Array<{ chosen: number; readonly of: number }>
): void => {
  const waiting: Array<() => void> = []
  const tasks: Array<() => void> = []
  const drain = () => {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) task()
  }
  const step: Step = (self) =>
    Effect.callback((resume) => {
      waiting.push(() => resume(self))
    })
  const fiber = Effect.runFork(
    program(step).pipe(
      Effect.provideService(Clock.Clock, stoppedClock),
      Effect.provideService(
        Scheduler.Scheduler,
        new Scheduler.MixedScheduler("sync", (task) => {
          tasks.push(task)
          return () => void tasks.splice(tasks.indexOf(task), 1)
        })
      )
    )
  )
  drain()
  for (let turn = 0; waiting.length > 0; turn++) {
    const choice = path[turn] ??= { chosen: 0, of: waiting.length }
    waiting.splice(choice.chosen, 1)[0]!()
    drain()
  }
  const exit = fiber.pollUnsafe()
  if (exit === undefined) throw new Error("the program waits for something other than its steps")
  if (exit._tag === "Failure") {
    throw new Error(`in order ${path.map(({ chosen }) => chosen).join(" ")}: ${Cause.pretty(exit.cause)}`)
  }
}
