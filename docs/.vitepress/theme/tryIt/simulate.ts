/** The simulator for code in a sandbox. It doesn't wait for the browser's timers, which take at least 4 ms each. */
import * as Effect from "effect/Effect"
import * as Scheduler from "effect/Scheduler"
import { simulate as simulateWithTimers } from "../../../../src/testing/simulate/index.ts"

export * from "../../../../src/testing/simulate/index.ts"

const { port1, port2 } = new MessageChannel()
const jobs: Array<() => void> = []
port1.addEventListener("message", () => jobs.shift()?.())
port1.start()

/** Runs a job after the current one, and lets the page render in between. */
const soon = (job: () => void): () => void => {
  let isCancelled = false
  jobs.push(() => isCancelled || job())
  port2.postMessage(null)
  return () => {
    isCancelled = true
  }
}

const scheduler = new Scheduler.MixedScheduler("async", soon)

export const simulate: typeof simulateWithTimers = (options) =>
  Effect.provideService(simulateWithTimers(options), Scheduler.Scheduler, scheduler)
