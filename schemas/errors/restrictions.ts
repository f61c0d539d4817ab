/** Errors about restricted users and blocked sign-ups. Not in the 2025-08 release. */
import * as Schema from "effect/Schema"
import { KnownError } from "../KnownError.ts"
import { RestrictedReason } from "./restrictedReason.ts"
import { remedy } from "./words.ts"

/**
 * Restricted users may not make this call; `restrictedReason.type` has the reason for the restriction. Not in the
 * 2025-08 release.
 *
 * @cause The email address of the account is not verified, and the project requires verification.
 * @cause An administrator restricted the account.
 * @fix Send the user to the `onboarding` page, which shows the next step.
 */
export class RestrictedUserNotAllowed extends KnownError("RestrictedUserNotAllowed", {
  code: "RESTRICTED_USER_NOT_ALLOWED",
  status: 403,
  details: { restrictedReason: RestrictedReason },
  message: ({ restrictedReason }) => `Your account cannot do this yet. ${remedy(restrictedReason?.type)}`
}) {}

/**
 * A sign-up rule of the project rejected the sign-up. `details.message` is the text to show. Not in the 2025-08
 * release.
 *
 * @cause A rule matches the email address, country, sign-in method or risk score of the sign-up, or the default action
 *   of the rules is to reject.
 * @fix Show `error.message`. An administrator can change the rules in the dashboard, or create the account at server
 *   level, where rules do not apply.
 */
export class SignUpRejected extends KnownError("SignUpRejected", {
  code: "SIGN_UP_REJECTED",
  status: 403,
  details: { message: Schema.String },
  message: ({ message }) => message || "This sign-up was not accepted. Ask the owner of the app for help."
}) {}

/**
 * The sign-up looks automated, so the platform requires the visible bot challenge. Not in the 2025-08 release.
 *
 * @cause The invisible challenge gave no token or an invalid one: its script is blocked, or no challenge is set up.
 * @fix Provide `BotChallenge.layerTurnstile` or your own `BotChallenge`. The flows then show the challenge and repeat the call.
 */
export class BotChallengeRequired extends KnownError("BotChallengeRequired", {
  code: "BOT_CHALLENGE_REQUIRED",
  status: 409,
  message: "Please confirm that you are human, then try again."
}) {}

/**
 * The bot challenge's token is missing or was rejected; `details.message` has the reason. Not in the 2025-08 release.
 *
 * @cause The token is invalid, expired or already used.
 * @cause The challenge could not be shown, and the project does not allow sign-ups without one.
 * @fix Show the challenge again. Check that nothing blocks its script, such as a content security policy.
 */
export class BotChallengeFailed extends KnownError("BotChallengeFailed", {
  code: "BOT_CHALLENGE_FAILED",
  status: 400,
  details: { message: Schema.String },
  message: "The check that you are human failed. Solve the challenge again, or reload the page first."
}) {}
