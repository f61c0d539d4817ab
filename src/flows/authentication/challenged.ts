/** Requests that may require a bot challenge. docs/protocol.md §13.1. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { BotChallenge, type BotChallengeAction, type BotChallengeUnsolved } from "../../../layers/browser/index.ts"
import { CallError } from "../../../schemas/errors/CallError.ts"
import { BotChallengeRequired } from "../../../schemas/errors/restrictions.ts"

/** Challenge fields of a request. */
interface ChallengeFields {
  readonly botChallengeToken?: Redacted.Redacted | undefined
  readonly botChallengePhase?: "invisible" | "visible" | undefined
  readonly botChallengeUnavailable?: "true" | undefined
}

/**
 * Makes the call, and repeats it with a challenge token if the platform requires one: first an invisible challenge,
 * then a visible one. Without a `BotChallenge` the call is made once without challenge fields. The fields are also
 * omitted for the 2025 platforms, which reject them.
 *
 * Fails with `BotChallengeRequired` if the user closes the challenge.
 */
export const challenged = <A, E, R>(
  action: BotChallengeAction,
  call: (fields: ChallengeFields) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.flatMap(BotChallenge, (challenge) => {
    if (challenge === undefined) return call({})

    const unlessUnsolved = (asked: E) => (unsolved: BotChallengeUnsolved): Effect.Effect<A, E, R> =>
      unsolved.reason === "Closed" ? Effect.fail(asked) : call({ botChallengeUnavailable: "true" })

    const visibly = (asked: E): Effect.Effect<A, E, R> =>
      Effect.matchEffect(challenge.visible(action), {
        onFailure: unlessUnsolved(asked),
        onSuccess: (botChallengeToken) => call({ botChallengeToken, botChallengePhase: "visible" })
      })

    const asked = (asked: E): Effect.Effect<A, E, R> =>
      Effect.matchEffect(challenge.invisible(action), {
        onFailure: unlessUnsolved(asked),
        onSuccess: Option.match({
          onNone: () => visibly(asked),
          onSome: (botChallengeToken) => whenAsked(call({ botChallengeToken, botChallengePhase: "invisible" }), visibly)
        })
      })

    return Effect.catch(
      whenAsked(call({ botChallengePhase: "invisible" }), asked),
      (error) => refusesFields(error) ? call({}) : Effect.fail(error)
    )
  })

const whenAsked = <A, E, R>(
  call: Effect.Effect<A, E, R>,
  challenge: (error: E) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.catch(call, (error) => error instanceof BotChallengeRequired ? challenge(error) : Effect.fail(error))

const refusesFields = (error: unknown): boolean => error instanceof CallError && error.reason._tag === "SchemaError"
