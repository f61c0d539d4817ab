/**
 * Bot challenge, with a test provider: tokens that start with `refused` are invalid, all others are valid. As on the
 * platform, requests without any challenge field are accepted. docs/protocol.md §13.1.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { BotChallengeFailed, BotChallengeRequired } from "../../../../schemas/errors/restrictions.ts"
import { type Assessment, Refusal } from "../../state/index.ts"

export type { Assessment } from "../../state/index.ts"

/** Challenge fields of a request. */
export interface ChallengeFields {
  readonly botChallengeToken?: Redacted.Redacted | undefined
  readonly botChallengePhase?: "invisible" | "visible" | undefined
  readonly botChallengeUnavailable?: "true" | undefined
}

/** Whether the challenge provider accepts a token. */
const isValid = (token: Redacted.Redacted): boolean => !/^(?:refused|$)/.test(Redacted.value(token))

/** Checks a challenge and returns its assessment. If it is `error`, no account may be created. */
export const assess = (
  { botChallengePhase: phase, botChallengeToken: token, botChallengeUnavailable: unavailable }: ChallengeFields
): Effect.Effect<Assessment, BotChallengeRequired | BotChallengeFailed | Refusal> =>
  Effect.suspend((): Effect.Effect<Assessment, BotChallengeRequired | BotChallengeFailed | Refusal> => {
    if (unavailable !== undefined) {
      return phase === undefined && token === undefined
        ? Effect.succeed("error")
        : Refusal.fail(500, "An unavailable challenge must not be sent with a token")
    }
    const isSolved = token !== undefined && isValid(token)
    // a solved visible challenge still means that the invisible challenge failed
    if (phase === undefined || isSolved) return Effect.succeed(isSolved && phase !== "visible" ? "ok" : "invalid")
    return Effect.fail(phase === "invisible" ? new BotChallengeRequired() : failed("The token is invalid"))
  })

const failed = (message: string) => new BotChallengeFailed({ message })

/** Returns the error for creating an account although the challenge could not be loaded. */
export const unsolved = (): BotChallengeFailed => failed("The challenge could not be loaded")
