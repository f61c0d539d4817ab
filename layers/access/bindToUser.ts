/** Binds a flow of several steps to the user who was signed in at its start. docs/laws.md D19. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { CallError, UserChanged } from "../../schemas/errors/CallError.ts"
import { Session, Writer } from "../session/index.ts"

/**
 * Binds every call of the effect to the user who is signed in when the effect starts. If another user is signed in later, a
 * call fails with the reason `UserChanged` and sends nothing. Sign-ins are not bound. The outermost binding applies.
 */
export const bindToUser = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(
    Effect.zip(Writer, Effect.serviceOption(Session)),
    ([writer, session]) =>
      Option.isNone(session)
        ? self
        : Effect.provideService(self, Writer, session.value.writer(writer))
  )

/**
 * Fails with the reason `UserChanged` if the user who was signed in at the start of the flow is no longer signed in.
 * For effects inside {@link bindToUser}.
 */
export const sameUser: Effect.Effect<void, CallError> = Effect.flatMap(
  Writer,
  (isWriter) =>
    isWriter === undefined || isWriter()
      ? Effect.void
      : Effect.fail(new CallError({ endpoint: "session.writer", reason: new UserChanged() }))
)
