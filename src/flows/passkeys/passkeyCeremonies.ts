/**
 * One step with a passkey at a time: browsers have one prompt. What people ask for goes before what is offered to them,
 * whichever came first.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { PasskeyCancelled, type PasskeysService } from "../../../layers/browser/index.ts"

interface Ceremony {
  readonly isRequested: boolean
  /** Fails when another ceremony begins. */
  readonly replaced: Deferred.Deferred<never, Replaced>
  /** This one, and all before it, are done with the browser. */
  readonly over: Deferred.Deferred<void>
}

class Replaced {
  readonly by: Ceremony
  constructor(by: Ceremony) {
    this.by = by
  }
}

/** Turns under way, by browser. */
const ceremonies = new WeakMap<PasskeysService, Ceremony>()

/** Stops whatever is under way and waits until it has let go of the browser. */
const begin = <A, E, R>(
  passkeys: PasskeysService,
  isAsked: boolean,
  step: Effect.Effect<A, E, R>
): Effect.Effect<A, E | Replaced, R> =>
  Effect.uninterruptibleMask((restore) => {
    const before = ceremonies.get(passkeys)
    const ceremony: Ceremony = { isRequested: isAsked, replaced: Deferred.makeUnsafe(), over: Deferred.makeUnsafe() }
    ceremonies.set(passkeys, ceremony)
    if (before !== undefined) Deferred.doneUnsafe(before.replaced, Effect.fail(new Replaced(ceremony)))
    const released = before === undefined ? Effect.void : Deferred.await(before.over)
    return restore(Effect.raceFirst(Effect.andThen(released, step), Deferred.await(ceremony.replaced))).pipe(
      Effect.ensuring(Effect.andThen(
        released,
        Effect.sync(() => {
          if (ceremonies.get(passkeys) === ceremony) ceremonies.delete(passkeys)
          Deferred.doneUnsafe(ceremony.over, Effect.void)
        })
      ))
    )
  })

/** A step that somebody asked for, by a button. Another one of these takes its place; autofill never does. */
export const requestedCeremony = <A, E, R>(
  passkeys: PasskeysService,
  name: PasskeyCancelled["step"],
  step: Effect.Effect<A, E, R>
): Effect.Effect<A, E | PasskeyCancelled, R> =>
  Effect.catchIf(
    begin(passkeys, true, step),
    isReplaced,
    () => Effect.fail(new PasskeyCancelled({ step: name, reason: "Replaced" }))
  )

/** A step that waits in the background. It makes way for one that was asked for, and begins anew after it. */
export const backgroundCeremony = <A, E, R>(
  passkeys: PasskeysService,
  step: Effect.Effect<A, E, R>
): Effect.Effect<A, E | PasskeyCancelled, R> =>
  Effect.suspend(() => {
    const before = ceremonies.get(passkeys)
    return before?.isRequested === true
      ? Effect.andThen(Deferred.await(before.over), backgroundCeremony(passkeys, step))
      : Effect.catchIf(
        begin(passkeys, false, step),
        isReplaced,
        ({ by }) =>
          by.isRequested
            ? backgroundCeremony(passkeys, step)
            : Effect.fail(new PasskeyCancelled({ step: "signIn", reason: "Replaced" }))
      )
  })

const isReplaced = (error: unknown): error is Replaced => error instanceof Replaced
