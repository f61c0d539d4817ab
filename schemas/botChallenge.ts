/**
 * The bot challenge fields of a sign-up. Later revisions of the platform only; earlier revisions reject these fields
 * with a `SchemaError`. docs/protocol.md §13.1.
 *
 * No endpoint reports whether a project requires the challenge. Send a request without these fields first. If it fails
 * with `BotChallengeRequired`, show the visible challenge and repeat the call with phase `visible`.
 */
import * as Schema from "effect/Schema"
import { Secret } from "./fields.ts"

/** The three optional fields. */
export const botChallenge = {
  /** The token from the widget. Single use. */
  botChallengeToken: Schema.optional(Secret),
  /**
   * The widget that issued the token. Without a phase, the platform only verifies the token and never requires a
   * challenge.
   */
  botChallengePhase: Schema.optional(Schema.Literals(["invisible", "visible"])),
  /** Set if the widget couldn't be loaded. Can't be combined with the other two fields, and no account is created. */
  botChallengeUnavailable: Schema.optional(Schema.Literal("true"))
}
