/** Steps that may be repeated. Each step first looks up whether it was already done. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import type * as Schema from "effect/Schema"
import * as Activity from "effect/workflow/Activity"
import * as Workflow from "effect/workflow/Workflow"
import type { ServerAccess } from "latchkey/layers"
import { CallError, EmailOutbox, Emails, errorsOf, Products, TeamPermissions, Teams, Users } from "latchkey/schemas"

// #region failures
/** Errors of a step, in the form in which the workflow's store keeps them. */
export const Failure = errorsOf(
  Users.list,
  Users.create,
  Teams.listAll,
  Teams.createAsServer,
  TeamPermissions.grant,
  Products.listAny,
  Products.grant,
  EmailOutbox.list,
  Emails.send
)
type Failure = typeof Failure.Type
// #endregion

// #region temporary
const temporary = new Set(["Offline", "ConnectionFailed", "TimedOut", "RateLimited", "LoopDetected"])

/** Whether the platform may succeed later. If so, the step waits, and nothing is undone. */
const isTemporary = (error: unknown): boolean =>
  error instanceof CallError && (
    temporary.has(error.reason._tag) || (error.reason._tag === "HttpFailure" && error.reason.status >= 500)
  )

const waits = Schedule.min([Schedule.exponential("200 millis"), Schedule.spaced("1 minute")])

export const untilUp = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.retry(effect, { while: isTemporary, schedule: waits })
// #endregion

// #region step
/** How to find out whether a step was already done, and how to do it. */
interface Work<A> {
  readonly find: Effect.Effect<Option.Option<A>, Failure, ServerAccess>
  readonly make: Effect.Effect<A, Failure, ServerAccess>
}

/** A step of a workflow. A runner that takes over repeats it, unless its result was stored. */
export const step = <A>(name: string, success: Schema.Codec<A, any>, { find, make }: Work<A>) =>
  Activity.make({
    name,
    success,
    error: Failure,
    execute: Effect.logInfo(`step ${name}`).pipe(
      Effect.andThen(find),
      Effect.flatMap(Option.match({ onNone: () => make, onSome: Effect.succeed })),
      untilUp
    )
  })

/**
 * Runs a step that is undone if the workflow fails later. While it is undone, another runner may take the workflow over,
 * but only after this runner has stopped working on it. So `undo` can be interrupted here, and the other runner repeats
 * it. If the workflow itself was interrupted, `undo` runs to its end.
 */
export const undoable = <A, E, R, R2>(
  work: Effect.Effect<A, E, R>,
  undo: (result: A) => Effect.Effect<void, never, R2>
) =>
  Workflow.withCompensation(
    work,
    (result, cause) => Cause.hasInterrupts(cause) ? undo(result) : Effect.interruptible(undo(result))
  )

/**
 * Undoes a step. It is repeated like a step, so `undo` must accept that nothing is left to undo. The engine finds stored
 * results by name, so the name differs from the step's.
 */
export const undoing = <E, R>(name: string, undo: Effect.Effect<unknown, E, R>) =>
  Activity.make({
    name: `undo ${name}`,
    execute: Effect.logInfo(`undo ${name}`).pipe(Effect.andThen(untilUp(undo)), Effect.asVoid, Effect.orDie)
  })
// #endregion
