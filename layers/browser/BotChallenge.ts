/** Telling the platform that a person is there. docs/protocol.md §13.1. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { TaggedError } from "../../schemas/TaggedError.ts"

/** What is about to be done, in the platform's words. A token is good for that alone. */
export type BotChallengeAction = "sign_up_with_credential" | "send_magic_link_email" | "oauth_authenticate"

/**
 * There is no token.
 *
 * - `Unavailable`: the challenge cannot be shown, for it is blocked, out of reach, or there is no page.
 * - `Closed`: the person closed it.
 *
 * @cause An extension or a content security policy blocks the challenge's script.
 * @cause The person closed the challenge.
 * @fix Let the person try again. Allow the challenge's origin in the content security policy.
 */
export class BotChallengeUnsolved extends TaggedError("BotChallengeUnsolved")<{
  readonly reason: "Unavailable" | "Closed"
}> {
  override get message(): string {
    return this.reason === "Closed"
      ? "The challenge that keeps bots out was closed. Try again, and solve it."
      : "The challenge that keeps bots out could not be shown. See that nothing blocks it, and reload the page."
  }
}

/** Gets tokens. It is asked only after the platform has asked for one. */
export interface BotChallengeService {
  /** Without troubling anybody. `None` when only the challenge that people see gives tokens. */
  readonly invisible: (
    action: BotChallengeAction
  ) => Effect.Effect<Option.Option<Redacted.Redacted>, BotChallengeUnsolved>
  /** By a challenge that the person sees. */
  readonly visible: (action: BotChallengeAction) => Effect.Effect<Redacted.Redacted, BotChallengeUnsolved>
}

/**
 * How sign-ups prove that they are no bot's: `layerTurnstile`, or one of your own. Without one nothing is said of it, which
 * the platform lets pass and holds against new accounts in its risk score.
 */
export const BotChallenge = Context.Reference<BotChallengeService | undefined>("latchkey/setting/BotChallenge", {
  defaultValue: () => undefined
})
