/**
 * What a sign-up says of the challenge that keeps bots out. Later revisions of the platform only; earlier ones refuse
 * these fields with a `SchemaError`. docs/protocol.md §13.1.
 *
 * Nothing tells whether a project asks for it. A request with none of them goes on; `BotChallengeRequired` asks for the
 * visible challenge and the call once more, with phase `visible`.
 */
import * as Schema from "effect/Schema"
import { Secret } from "./fields.ts"

/** The three fields, of which none has to be there. */
export const botChallenge = {
  /** What the widget gave out: good once. */
  botChallengeToken: Schema.optional(Secret),
  /** Which widget gave it out. Without one the token counts for what it is, and no challenge is asked for. */
  botChallengePhase: Schema.optional(Schema.Literals(["invisible", "visible"])),
  /** The widget could not be loaded. Only without the other two, and no account is made then. */
  botChallengeUnavailable: Schema.optional(Schema.Literal("true"))
}
