/**
 * One step with a passkey at a time: browsers have one prompt. What people ask for goes before what is offered to them,
 * whichever came first.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { PasskeyCancelled } from "../../../layers/browser/PasskeyCancelled.ts"
import type { PasskeysService } from "../../../layers/browser/Passkeys.ts"

interface Turn {
  readonly isAsked: boolean
  /** Fails when another turn begins. */
  readonly replaced: Deferred.Deferred<never, Replaced>
  /** This one, and all before it, are done with the browser. */
  readonly over: Deferred.Deferred<void>
}

class Replaced {
  readonly by: Turn
  constructor(by: Turn) {
    this.by = by
  }
}

/** Turns under way, by browser. */
const turns = new WeakMap<PasskeysService, Turn>()

/** Stops whatever is under way and waits until it has let go of the browser. */
const take = <A, E, R>(
  passkeys: PasskeysService,
  isAsked: boolean,
  step: Effect.Effect<A, E, R>
): Effect.Effect<A, E | Replaced, R> =>
  Effect.uninterruptibleMask((restore) => {
    const before = turns.get(passkeys)
    const turn: Turn = { isAsked, replaced: Deferred.makeUnsafe(), over: Deferred.makeUnsafe() }
    turns.set(passkeys, turn)
    if (before !== undefined) Deferred.doneUnsafe(before.replaced, Effect.fail(new Replaced(turn)))
    const released = before === undefined ? Effect.void : Deferred.await(before.over)
    return restore(Effect.raceFirst(Effect.andThen(released, step), Deferred.await(turn.replaced))).pipe(
      Effect.ensuring(Effect.andThen(
        released,
        Effect.sync(() => {
          if (turns.get(passkeys) === turn) turns.delete(passkeys)
          Deferred.doneUnsafe(turn.over, Effect.void)
        })
      ))
    )
  })

/** A step that somebody asked for, by a button. Another one of these takes its place; autofill never does. */
export const asked = <A, E, R>(
  passkeys: PasskeysService,
  name: PasskeyCancelled["step"],
  step: Effect.Effect<A, E, R>
): Effect.Effect<A, E | PasskeyCancelled, R> =>
  Effect.catchIf(
    take(passkeys, true, step),
    isReplaced,
    () => Effect.fail(new PasskeyCancelled({ step: name, reason: "Replaced" }))
  )

/** A step that waits in the background. It makes way for one that was asked for, and begins anew after it. */
export const offered = <A, E, R>(
  passkeys: PasskeysService,
  step: Effect.Effect<A, E, R>
): Effect.Effect<A, E | PasskeyCancelled, R> =>
  Effect.suspend(() => {
    const before = turns.get(passkeys)
    return before?.isAsked === true
      ? Effect.andThen(Deferred.await(before.over), offered(passkeys, step))
      : Effect.catchIf(
        take(passkeys, false, step),
        isReplaced,
        ({ by }) =>
          by.isAsked
            ? offered(passkeys, step)
            : Effect.fail(new PasskeyCancelled({ step: "signIn", reason: "Replaced" }))
      )
  })

const isReplaced = (error: unknown): error is Replaced => error instanceof Replaced
