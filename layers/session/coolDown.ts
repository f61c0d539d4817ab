/** The pauses after consecutive failed refreshes. docs/laws.md D3, D4. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Pull from "effect/Pull"
import * as Schedule from "effect/Schedule"
import type { CallError } from "../../schemas/errors/CallError.ts"

/** Failure of the last refresh while the pause lasts. `Subject` identifies what was refreshed. */
export interface CoolDown<Subject, Failure> {
  /** Records a failed refresh. The next refresh waits for the schedule's delay. */
  readonly failed: (
    subject: Subject,
    failure: Failure,
    input: CallError,
    pauses: Schedule.Schedule<unknown, CallError>
  ) => Effect.Effect<void>
  /** Ends the current pause, and restarts the schedule. */
  readonly reset: () => void
  /** Failure of the last refresh of this subject while its pause lasts, with the remaining milliseconds. */
  readonly lasting: (
    subject: Subject,
    now: number
  ) => { readonly failure: Failure; readonly millis: number } | undefined
}

/** Makes a cool-down without a failure. */
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
    // a clock that is set back ends the pause instead of prolonging it
    lasting: (subject, now) => {
      if (last?.subject !== subject || now < last.at) return undefined
      const millis = last.at + last.millis - now
      return millis > 0 ? { failure: last.failure, millis } : undefined
    }
  }
}

const stepOf = (pauses: Schedule.Schedule<unknown, CallError>) => Schedule.toStep(pauses)
