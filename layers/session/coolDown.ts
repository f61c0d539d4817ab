/** The pauses after consecutive failed refreshes. docs/laws.md D3, D4. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Pull from "effect/Pull"
import * as Schedule from "effect/Schedule"
import type { CallError } from "../../schemas/errors/CallError.ts"

/** The last failed refresh and the pause after it. `Subject` identifies what was refreshed. */
export interface CoolDown<Subject, Failure> {
  /** Records a failed refresh, and starts the schedule's next pause. */
  readonly failed: (
    subject: Subject,
    failure: Failure,
    input: CallError,
    pauses: Schedule.Schedule<unknown, CallError>
  ) => Effect.Effect<void>
  /** Ends the current pause, and restarts the schedule. */
  readonly reset: () => void
  /** Returns the failure of the last refresh of this subject and the remaining milliseconds while the pause lasts. */
  readonly lasting: (
    subject: Subject,
    now: number
  ) => { readonly failure: Failure; readonly millis: number } | undefined
}

/** Makes a cool-down that has no failure yet. */
export const makeCoolDown = <Subject, Failure>(): CoolDown<Subject, Failure> => {
  let step: Effect.Success<ReturnType<typeof stepOf>> | undefined
  let last:
    | { readonly subject: Subject; readonly failure: Failure; readonly at: number; readonly millis: number }
    | undefined

  return {
    failed: (subject, failure, input, pauses) =>
      Effect.gen(function*() {
        if (last?.subject !== subject) step = undefined
        step ??= yield* stepOf(pauses)
        const at = yield* Clock.currentTimeMillis
        const millis = yield* step(at, input).pipe(
          Effect.map(([, pause]) => Math.max(0, Duration.toMillis(pause))),
          Pull.catchDone(() => Effect.succeed(last?.subject === subject ? last.millis : 0))
        )
        last = { subject, failure, at, millis }
      }),
    reset: () => {
      step = undefined
      last = undefined
    },
    // if the clock is set back, the pause ends instead of lasting longer
    lasting: (subject, now) => {
      if (last?.subject !== subject || now < last.at) return undefined
      const millis = last.at + last.millis - now
      return millis > 0 ? { failure: last.failure, millis } : undefined
    }
  }
}

const stepOf = (pauses: Schedule.Schedule<unknown, CallError>) => Schedule.toStep(pauses)
