/**
 * Runs one passkey ceremony at a time, because browsers have one prompt. Ceremonies requested by a user take
 * precedence over autofill, regardless of their order.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { PasskeyCancelled, type Passkeys } from "../../../layers/browser/index.ts"

interface Ceremony {
  readonly isRequested: boolean
  /** Fails when another ceremony starts. */
  readonly replaced: Deferred.Deferred<never, Replaced>
  /** Completes when this ceremony, and all before it, have released the browser. */
  readonly ended: Deferred.Deferred<void>
}

class Replaced {
  readonly by: Ceremony
  constructor(by: Ceremony) {
    this.by = by
  }
}

/** Current ceremony of each browser. */
const ceremonies = new WeakMap<Passkeys, Ceremony>()

/** Replaces the current ceremony, and waits until it has released the browser. */
const begin = <A, E, R>(
  passkeys: Passkeys,
  isAsked: boolean,
  step: Effect.Effect<A, E, R>
): Effect.Effect<A, E | Replaced, R> =>
  Effect.uninterruptibleMask((restore) => {
    const before = ceremonies.get(passkeys)
    const ceremony: Ceremony = { isRequested: isAsked, replaced: Deferred.makeUnsafe(), ended: Deferred.makeUnsafe() }
    ceremonies.set(passkeys, ceremony)
    if (before !== undefined) Deferred.doneUnsafe(before.replaced, Effect.fail(new Replaced(ceremony)))
    const released = before === undefined ? Effect.void : Deferred.await(before.ended)
    return restore(Effect.raceFirst(Effect.andThen(released, step), Deferred.await(ceremony.replaced))).pipe(
      Effect.ensuring(Effect.andThen(
        released,
        Effect.sync(() => {
          if (ceremonies.get(passkeys) === ceremony) ceremonies.delete(passkeys)
          Deferred.doneUnsafe(ceremony.ended, Effect.void)
        })
      ))
    )
  })

/**
 * Runs a ceremony that a user requested, such as with a button. Only another requested ceremony replaces it, never
 * autofill.
 */
export const requestedCeremony = <A, E, R>(
  passkeys: Passkeys,
  name: PasskeyCancelled["step"],
  step: Effect.Effect<A, E, R>
): Effect.Effect<A, E | PasskeyCancelled, R> =>
  Effect.catchIf(
    begin(passkeys, true, step),
    isReplaced,
    () => Effect.fail(new PasskeyCancelled({ step: name, reason: "Replaced" }))
  )

/** Runs a ceremony in the background. Requested ceremonies interrupt it, and it starts again after them. */
export const backgroundCeremony = <A, E, R>(
  passkeys: Passkeys,
  step: Effect.Effect<A, E, R>
): Effect.Effect<A, E | PasskeyCancelled, R> =>
  Effect.suspend(() => {
    const before = ceremonies.get(passkeys)
    return before?.isRequested === true
      ? Effect.andThen(Deferred.await(before.ended), backgroundCeremony(passkeys, step))
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
