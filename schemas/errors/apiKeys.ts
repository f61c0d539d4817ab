/** API keys that users and teams hold, and a project's own. */
import * as Schema from "effect/Schema"
import { Family, KnownError } from "../KnownError.ts"

/** An API key that must not be let in. A check that only wants yes or no treats the whole family as no. */
export class ApiKeyNotValid extends Family("ApiKeyNotValid", {
  code: "API_KEY_NOT_VALID"
}) {}

/**
 * The key's expiry date has passed.
 *
 * @cause The key was created with an expiry date.
 * @fix Create a new key and replace it where it is used.
 */
export class ApiKeyExpired extends KnownError("ApiKeyExpired", {
  code: "API_KEY_EXPIRED",
  status: 401,
  family: ApiKeyNotValid,
  message: "This API key has expired. Create a new one and replace it where it is used."
}) {}

/**
 * Somebody revoked the key; that is final.
 *
 * @cause Its owner revoked it, or a report that it had leaked did.
 * @fix Create a new key and replace it where it is used.
 */
export class ApiKeyRevoked extends KnownError("ApiKeyRevoked", {
  code: "API_KEY_REVOKED",
  status: 401,
  family: ApiKeyNotValid,
  message: "This API key was revoked. Create a new one and replace it where it is used."
}) {}

/**
 * A user's key was checked where a team's belongs, or the reverse.
 *
 * @cause The back end checks all keys as those of users, or of teams.
 * @fix Check the key at the endpoint of `actualType`.
 */
export class WrongApiKeyType extends KnownError("WrongApiKeyType", {
  code: "WRONG_API_KEY_TYPE",
  status: 400,
  family: ApiKeyNotValid,
  details: { expectedType: Schema.String, actualType: Schema.String },
  message: ({ actualType, expectedType }) =>
    `This API key belongs to ${actualType ? `a ${actualType}` : "another kind of owner"}. ` +
    `Use the key of ${expectedType ? `a ${expectedType}` : "the right kind"} here.`
}) {}

/**
 * No key of the project fits what was given.
 *
 * @cause The key is mistyped or cut off.
 * @cause The key is of another project or environment.
 * @fix Refuse the request that brought the key. For a key of your own, compare it with the list in the dashboard.
 */
export class ApiKeyNotFound extends KnownError("ApiKeyNotFound", {
  code: "API_KEY_NOT_FOUND",
  status: 404,
  family: ApiKeyNotValid,
  message: "This API key was not found. Check that it is complete and belongs to this project."
}) {}

/**
 * Only for reports of leaked keys: this one is public by design, so being seen is no reason to revoke it.
 *
 * @cause The key was created as public.
 * @fix Nothing has to be done. Its owner can revoke it by hand.
 */
export class PublicApiKeyCannotBeRevoked extends KnownError("PublicApiKeyCannotBeRevoked", {
  code: "PUBLIC_API_KEY_CANNOT_BE_REVOKED",
  status: 400,
  family: ApiKeyNotValid,
  message: "This API key is public, so a report that it was seen does not revoke it. Its owner can revoke it by hand."
}) {}
