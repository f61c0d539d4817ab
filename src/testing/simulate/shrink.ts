/** Finds a shorter plan with the same result. */
import * as Effect from "effect/Effect"
import { latencies, type Plan, type Step } from "./steps.ts"

/** A plan and its result. */
export interface Found<Result> {
  readonly plan: Plan
  readonly result: Result
}

/**
 * Leaves out steps, first many at a time, and replaces values with simpler ones, as long as the plan still has a
 * result.
 *
 * @param attempt Plays a plan. Returns the shortest plan with the same steps and its result, or `undefined` if the plan
 * has a different result.
 */
export const shrink = <Result>(
  found: Found<Result>,
  attempt: (plan: Plan) => Effect.Effect<Found<Result> | undefined>,
  simpler: (step: Step) => ReadonlyArray<Step>
): Effect.Effect<Found<Result>> =>
  Effect.gen(function*() {
    let best = found
    /** Whether a plan has the result. If so, the plan becomes the best one. */
    const keeps = (plan: Plan) =>
      Effect.map(attempt(plan), (better) => {
        best = better ?? best
        return better !== undefined
      })
    /** Replaces steps of the best plan. */
    const replaced = (at: number, count: number, ...steps: ReadonlyArray<Step>): Plan => ({
      ...best.plan,
      steps: best.plan.steps.toSpliced(at, count, ...steps)
    })

    yield* keeps({ ...best.plan, chance: 0 })
    for (const latencyMillis of latencies) {
      if (latencyMillis < best.plan.latencyMillis) yield* keeps({ ...best.plan, latencyMillis })
    }
    for (let size = best.plan.steps.length >> 1; size > 1; size >>= 1) {
      for (let at = best.plan.steps.length - size; at >= 0; at -= size) yield* keeps(replaced(at, size))
    }
    for (let isShorter = true; isShorter;) {
      isShorter = false
      for (let at = best.plan.steps.length - 1; at >= 0; at--) {
        if (at < best.plan.steps.length) isShorter = (yield* keeps(replaced(at, 1))) || isShorter
      }
      for (let at = 0; at < best.plan.steps.length; at++) {
        for (const step of simpler(best.plan.steps[at]!)) {
          if (at < best.plan.steps.length && (yield* keeps(replaced(at, 1, step)))) {
            isShorter = true
            break
          }
        }
      }
    }
    return best
  })
