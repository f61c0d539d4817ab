/** Users that may not act yet, and sign-ups that are held back. Later than the 2025-08 release. */
import * as Schema from "effect/Schema"
import { KnownError } from "../KnownError.ts"
import { remedy, RestrictedReason } from "./restrictedReason.ts"

/** The signed-in user is restricted, as `restrictedReason.type` says, and the call is not open to such users. */
export class RestrictedUserNotAllowed extends KnownError("RestrictedUserNotAllowed", {
  code: "RESTRICTED_USER_NOT_ALLOWED",
  status: 403,
  details: { restrictedReason: RestrictedReason },
  message: ({ restrictedReason }) => `Your account cannot do this yet. ${remedy(restrictedReason?.type)}`
}) {}

/** A sign-up rule of the project turned the person away. `details.message` is the text to show. */
export class SignUpRejected extends KnownError("SignUpRejected", {
  code: "SIGN_UP_REJECTED",
  status: 403,
  details: { message: Schema.String },
  message: ({ message }) => message || "This sign-up was not accepted. Ask the owner of the app for help."
}) {}

/** The sign-up looks automated: show the visible challenge and make the call again with its token. */
export class BotChallengeRequired extends KnownError("BotChallengeRequired", {
  code: "BOT_CHALLENGE_REQUIRED",
  status: 409,
  message: "Please confirm that you are human, then try again."
}) {}

/** The challenge's token was refused: wrong, expired or used. `details.message` says why. Show the challenge again. */
export class BotChallengeFailed extends KnownError("BotChallengeFailed", {
  code: "BOT_CHALLENGE_FAILED",
  status: 400,
  details: { message: Schema.String },
  message: "It could not be confirmed that you are human. Solve the challenge once more, or reload the page first."
}) {}
