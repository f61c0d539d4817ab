/**
 * The challenge that keeps bots out. The provider behind it is one for tests: a token that begins with `refused` is not
 * good, any other is. A request that says nothing of the challenge goes on, as on the platform. docs/protocol.md §13.1.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { BotChallengeFailed, BotChallengeRequired } from "../../../schemas/errors/restrictions.ts"
import { type Assessment, Refusal } from "../state/index.ts"

export type { Assessment } from "../state/index.ts"

/** What a request says of the challenge. */
export interface Answered {
  readonly botChallengeToken?: Redacted.Redacted | undefined
  readonly botChallengePhase?: "invisible" | "visible" | undefined
  readonly botChallengeUnavailable?: "true" | undefined
}

/** Whether the provider vouches for a token. */
const isGood = (token: Redacted.Redacted): boolean => !/^(?:refused|$)/.test(Redacted.value(token))

/** Fails where a challenge was not passed. After `error` no account may be made. */
export const passed = (
  { botChallengePhase: phase, botChallengeToken: token, botChallengeUnavailable: unavailable }: Answered
): Effect.Effect<Assessment, BotChallengeRequired | BotChallengeFailed | Refusal> =>
  Effect.suspend((): Effect.Effect<Assessment, BotChallengeRequired | BotChallengeFailed | Refusal> => {
    if (unavailable !== undefined) {
      return phase === undefined && token === undefined
        ? Effect.succeed("error")
        : Refusal.fail(500, "A challenge that is unavailable gives out no token")
    }
    const isSolved = token !== undefined && isGood(token)
    // whoever had to be shown the visible one has not passed the first
    if (phase === undefined || isSolved) return Effect.succeed(isSolved && phase !== "visible" ? "ok" : "invalid")
    return Effect.fail(phase === "invisible" ? new BotChallengeRequired() : failed("The token is not good"))
  })

const failed = (message: string) => new BotChallengeFailed({ message })

/** Says that no account is made for somebody whose challenge could not be loaded. */
export const unsolved = (): BotChallengeFailed => failed("The challenge could not be loaded")
