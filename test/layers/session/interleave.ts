/** Runs concurrent programs in every order their steps can come in, one order after the other. */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Scheduler from "effect/Scheduler"

/** Makes an effect a step: it waits until it is its turn. */
export type Step = <A, E>(self: Effect.Effect<A, E>) => Effect.Effect<A, E>

/**
 * Runs `program` once for every order of its steps; nothing else in it may wait. Time stands still.
 *
 * @returns How many orders there were.
 */
export const everyOrder = (program: (step: Step) => Effect.Effect<void>): number => {
  let orders = 0
  // which of the waiting steps went on at each turn, and how many there were
  const path: Array<{ chosen: number; readonly of: number }> = []
  do {
    runOnce(program, path)
    orders++
    while (path.length > 0 && path.at(-1)!.chosen + 1 === path.at(-1)!.of) path.pop()
    if (path.length > 0) path.at(-1)!.chosen++
  } while (path.length > 0)
  return orders
}

const frozen: Clock.Clock = {
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
      Effect.provideService(Clock.Clock, frozen),
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
  if (exit === undefined) throw new Error("the program waits for something that is no step of it")
  if (exit._tag === "Failure") {
    throw new Error(`in order ${path.map(({ chosen }) => chosen).join(" ")}: ${Cause.pretty(exit.cause)}`)
  }
}
