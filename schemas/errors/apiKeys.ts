/** Errors about API keys of users and teams, and about a project's own keys. */
import * as Schema from "effect/Schema"
import { Family, KnownError } from "../KnownError.ts"

/** The API key must be rejected. A check that needs only valid or invalid can treat the whole family as invalid. */
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
 * The key was revoked. A revoked key cannot be restored.
 *
 * @cause The key was revoked by its owner or by a leak report.
 * @fix Create a new key and replace it where it is used.
 */
export class ApiKeyRevoked extends KnownError("ApiKeyRevoked", {
  code: "API_KEY_REVOKED",
  status: 401,
  family: ApiKeyNotValid,
  message: "This API key was revoked. Create a new one and replace it where it is used."
}) {}

/**
 * A user's key was checked as a team's key, or the reverse.
 *
 * @cause The back end checks every key as a user's key, or every key as a team's key.
 * @fix Check the key with the endpoint for `actualType`.
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
 * The project has no such key.
 *
 * @cause The key is mistyped or incomplete.
 * @cause The key belongs to another project or environment.
 * @fix Reject the request that contains the key. If the key is your own, compare it with the list in the dashboard.
 */
export class ApiKeyNotFound extends KnownError("ApiKeyNotFound", {
  code: "API_KEY_NOT_FOUND",
  status: 404,
  family: ApiKeyNotValid,
  message: "This API key was not found. Check that it is complete and belongs to this project."
}) {}

/**
 * A leak report named a public key. Public keys aren't secret, so the report does not revoke the key.
 *
 * @cause The key was created as public.
 * @fix No action is needed. The owner can still revoke the key manually.
 */
export class PublicApiKeyCannotBeRevoked extends KnownError("PublicApiKeyCannotBeRevoked", {
  code: "PUBLIC_API_KEY_CANNOT_BE_REVOKED",
  status: 400,
  family: ApiKeyNotValid,
  message: "This API key is public, so reporting a leak does not revoke it. Its owner can revoke it manually."
}) {}
