/** Users that may not act yet, and sign-ups that are held back. Later than the 2025-08 release. */
import * as Schema from "effect/Schema"
import { KnownError } from "../KnownError.ts"
import { remedy, RestrictedReason } from "./restrictedReason.ts"

/**
 * The signed-in user is restricted, as `restrictedReason.type` says, and the call is not open to such users. Later than
 * the 2025-08 release.
 *
 * @cause The address of the account is not verified, and the project asks for that.
 * @cause An administrator restricted the account.
 * @fix Send the person to the page `onboarding`, which says what to do.
 */
export class RestrictedUserNotAllowed extends KnownError("RestrictedUserNotAllowed", {
  code: "RESTRICTED_USER_NOT_ALLOWED",
  status: 403,
  details: { restrictedReason: RestrictedReason },
  message: ({ restrictedReason }) => `Your account cannot do this yet. ${remedy(restrictedReason?.type)}`
}) {}

/**
 * A sign-up rule of the project turned the person away. `details.message` is the text to show. Later than the 2025-08
 * release.
 *
 * @cause A rule matches the address, the country, the way to sign in or the risk of the sign-up, or the rules' default
 *   is to reject.
 * @fix Show the sentence. An administrator changes the rules in the dashboard, or creates the account at server level,
 *   where rules do not apply.
 */
export class SignUpRejected extends KnownError("SignUpRejected", {
  code: "SIGN_UP_REJECTED",
  status: 403,
  details: { message: Schema.String },
  message: ({ message }) => message || "This sign-up was not accepted. Ask the owner of the app for help."
}) {}

/**
 * The sign-up looks automated: the platform wants the visible challenge solved. Later than the 2025-08 release.
 *
 * @cause The invisible challenge gave no token, or one that the platform does not accept: it is blocked, or none is set
 *   up.
 * @fix Provide `layerTurnstile` or a `BotChallenge` of your own: flows then show the challenge and make the call again.
 */
export class BotChallengeRequired extends KnownError("BotChallengeRequired", {
  code: "BOT_CHALLENGE_REQUIRED",
  status: 409,
  message: "Please confirm that you are human, then try again."
}) {}

/**
 * The challenge's token was refused, or there is none. `details.message` says why. Later than the 2025-08 release.
 *
 * @cause The token is wrong, expired or used.
 * @cause The challenge could not be shown, and the platform does not let such sign-ups pass.
 * @fix Show the challenge again. Check that nothing blocks its script, such as a content security policy.
 */
export class BotChallengeFailed extends KnownError("BotChallengeFailed", {
  code: "BOT_CHALLENGE_FAILED",
  status: 400,
  details: { message: Schema.String },
  message: "It could not be confirmed that you are human. Solve the challenge once more, or reload the page first."
}) {}
