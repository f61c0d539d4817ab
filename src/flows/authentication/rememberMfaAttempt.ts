/** Sign-ins that may require MFA. docs/protocol.md §14. */
import * as Effect from "effect/Effect"
import { MfaAttempt } from "../../../layers/session/index.ts"
import { MultiFactorAuthenticationRequired } from "../../../schemas/errors/multiFactor.ts"

/** Stores the attempt code of a `MultiFactorAuthenticationRequired` for the MFA page. */
export const rememberMfaAttempt = <A, E, R>(signIn: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.tapError(signIn, (error) => {
    const attemptCode = error instanceof MultiFactorAuthenticationRequired ? error.details.attemptCode : undefined
    return attemptCode === undefined ? Effect.void : MfaAttempt.use(({ keep }) => keep(attemptCode))
  })
