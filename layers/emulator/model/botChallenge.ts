/**
 * The challenge that keeps bots out. Nobody looks behind a token here: any is good. A request that says nothing of the
 * challenge goes on, as on the platform. docs/protocol.md §13.1.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { BotChallengeFailed, BotChallengeRequired } from "../../../schemas/errors/restrictions.ts"
import { Refusal } from "../state/index.ts"

/** What a request says of the challenge. */
export interface Answered {
  readonly botChallengeToken?: Redacted.Redacted | undefined
  readonly botChallengePhase?: "invisible" | "visible" | undefined
  readonly botChallengeUnavailable?: "true" | undefined
}

/** Fails where a challenge was not passed. Succeeds with whether an account may be made. */
export const passed = (
  { botChallengePhase: phase, botChallengeToken: token, botChallengeUnavailable: unavailable }: Answered
): Effect.Effect<boolean, BotChallengeRequired | BotChallengeFailed | Refusal> =>
  Effect.suspend((): Effect.Effect<boolean, BotChallengeRequired | BotChallengeFailed | Refusal> => {
    const isSolved = token !== undefined && Redacted.value(token) !== ""
    if (unavailable !== undefined) {
      return phase === undefined && token === undefined
        ? Effect.succeed(false)
        : Refusal.fail(500, "A challenge that is unavailable gives out no token")
    }
    if (phase === undefined || isSolved) return Effect.succeed(true)
    return Effect.fail(phase === "invisible" ? new BotChallengeRequired() : failed("The token is not good"))
  })

const failed = (message: string) => new BotChallengeFailed({ message })

/** Says that no account is made for somebody whose challenge could not be loaded. */
export const unsolved = (): BotChallengeFailed => failed("The challenge could not be loaded")
