/** The scope of the signed-in person. docs/laws.md D20, D21. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type PersonChange, PersonChanged } from "../../schemas/errors/CallError.ts"
import { type IsWriter, Session, Writer } from "../session/index.ts"

/**
 * Runs an effect for the currently signed-in person. If that person signs out or another person signs in, in any tab,
 * the effect and its child fibers are interrupted, and `forPerson` fails with `PersonChanged`. Refreshing the session,
 * changing to another session of the same user, and upgrading an anonymous user interrupt nothing. The effect's calls
 * never carry another person's tokens. After the person has signed out, calls that need a session send nothing.
 *
 * The effect may sign in and out itself, and the scope then follows the change. If no user is signed in at the start,
 * the scope belongs to the first person to sign in. A nested scope belongs to the person of the outermost scope.
 *
 * If the platform ends the session, calls that are waiting for its tokens fail with the platform's reason before the
 * effect is interrupted.
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { forPerson, signOut } from "latchkey"
 *
 * const socket = Effect.onInterrupt(Effect.never, () => Effect.sync(() => console.log("closed")))
 * const [error] = yield* Effect.all([Effect.flip(forPerson(socket)), signOut()], { concurrency: 2 })
 * // closed
 * console.log(error.reason) // SignedOut
 * ```
 */
export const forPerson = <A, E, R>(
  self: Effect.Effect<A, E, R>
): Effect.Effect<A, E | PersonChanged, R | Session> =>
  Effect.flatMap(
    Session,
    (session) => during(session, self, (reason) => Effect.fail(new PersonChanged({ reason })))
  )

/**
 * Runs an effect for each signed-in person, one after the other. While a person is signed in, the effect runs as in
 * `forPerson`. When the person changes, the effect is interrupted, and started again for the next person. While no user
 * is signed in, nothing runs. Ends only when it is interrupted or the effect fails. Anonymous and restricted users are
 * persons too.
 *
 * For a stream, pass an effect that runs it: `whilePerson(Stream.runForEach(messages, show))`.
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { signOut, whilePerson } from "latchkey"
 *
 * const socket = Effect.onInterrupt(Effect.never, () => Effect.sync(() => console.log("closed")))
 * yield* Effect.forkChild(whilePerson(socket), { startImmediately: true })
 * yield* signOut()
 * // closed
 * ```
 */
export const whilePerson = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<never, E, R | Session> =>
  Effect.flatMap(Session, (session) =>
    Effect.forever(
      Effect.suspend(() =>
        session.state()._tag === "SignedOut"
          ? signIn(session)
          : Effect.provideService(
            during(session, Effect.andThen(self, Effect.never), () => Effect.void),
            Writer,
            undefined
          )
      ),
      { disableYield: true }
    ))

/**
 * Runs an effect for the currently signed-in person, and interrupts it when the person changes. Without a `Session`,
 * runs it unchanged.
 */
export const untilPersonChanges = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(
    Effect.serviceOption(Session),
    (session) => Option.isNone(session) ? self : during(session.value, self, () => Effect.interrupt)
  )

/** Runs an effect for the current person; `changed` decides the result after a change. */
const during = <A, E, R, B, E2>(
  session: Session["Service"],
  self: Effect.Effect<A, E, R>,
  changed: (change: PersonChange) => Effect.Effect<B, E2>
): Effect.Effect<A | B, E | E2, R> =>
  Effect.flatMap(Writer, (outer): Effect.Effect<A | B, E | E2, R> => {
    const person = session.writer(outer)
    const change = changeNow(session, person)
    if (change !== undefined) return changed(change)
    return Effect.raceFirst(
      Effect.provideService(self, Writer, person),
      Effect.flatMap(changeOf(session, person), changed)
    )
  })

/** Waits until the person changes and the calls that this change ends have failed. */
const changeOf = (session: Session["Service"], person: IsWriter): Effect.Effect<PersonChange> =>
  Effect.flatMap(
    nextState(session, () => changeNow(session, person)),
    (change) => Effect.as(Effect.yieldNow, change)
  )

const changeNow = (session: Session["Service"], person: IsWriter): PersonChange | undefined => {
  if (session.state()._tag === "SignedOut") return person.isBound() ? "SignedOut" : undefined
  return person() ? undefined : "AnotherUser"
}

const signIn = (session: Session["Service"]): Effect.Effect<unknown> =>
  nextState(session, () => session.state()._tag === "SignedOut" ? undefined : true)

/** Waits for the first state of the session in which `look` returns a value. */
const nextState = <A>(session: Session["Service"], look: () => A | undefined): Effect.Effect<A> =>
  Effect.callback<A>((resume) => {
    const check = () => {
      const found = look()
      if (found === undefined) return
      unsubscribe()
      resume(Effect.succeed(found))
    }
    const unsubscribe = session.subscribe(check)
    check()
    return Effect.sync(unsubscribe)
  })
