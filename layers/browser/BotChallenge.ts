/** Bot challenges at sign-up. docs/protocol.md §13.1. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { TaggedError } from "../../schemas/TaggedError.ts"

/** The action that a token is for, in the platform's words. A token is valid for that action only. */
export type BotChallengeAction = "sign_up_with_credential" | "send_magic_link_email" | "oauth_authenticate"

/**
 * The challenge gave no token.
 *
 * - `Unavailable`: the challenge can't be shown, because it is blocked or unreachable, or there is no page.
 * - `Closed`: the user closed it.
 *
 * @cause An extension or a content security policy blocks the challenge's script.
 * @cause The user closed the challenge.
 * @fix Let the user try again. Allow the challenge's origin in the content security policy.
 */
export class BotChallengeUnsolved extends TaggedError("BotChallengeUnsolved")<{
  readonly reason: "Unavailable" | "Closed"
}> {
  override get message(): string {
    return this.reason === "Closed"
      ? "The bot check was closed. Try again, and solve it."
      : "The bot check could not be shown. Check that nothing blocks it, and reload the page."
  }
}

/** Gets challenge tokens. Used only after the platform has demanded a challenge. */
export interface BotChallenge {
  /** Gets a token without showing anything. `None` if only the visible challenge is available. */
  readonly invisible: (
    action: BotChallengeAction
  ) => Effect.Effect<Option.Option<Redacted.Redacted>, BotChallengeUnsolved>
  /** Gets a token with a visible challenge. */
  readonly visible: (action: BotChallengeAction) => Effect.Effect<Redacted.Redacted, BotChallengeUnsolved>
}

/**
 * The bot challenge for sign-ups: `BotChallenge.layerTurnstile`, or your own. Without one, sign-ups carry no token, and
 * the platform accepts them with a worse risk score.
 */
export const BotChallenge = Context.Reference<BotChallenge | undefined>("latchkey/setting/BotChallenge", {
  defaultValue: () => undefined
})
