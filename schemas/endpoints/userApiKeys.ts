/** API keys of users. docs/platform.md §12. For teams' keys, see `teamApiKeys`. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { apiKeyCreate, apiKeyUpdate, UserApiKey, UserApiKeyFirstView } from "../entities/ApiKey.ts"
import { listOf } from "../entities/responses.ts"
import { ApiKeyExpired, ApiKeyNotFound, ApiKeyRevoked, WrongApiKeyType } from "../errors/apiKeys.ts"
import { CannotGetOwnUserWithoutUser, UserAuthenticationRequired } from "../errors/users.ts"
import { Secret, UserId, Uuid } from "../fields.ts"

const item = {
  apiKeyId: Uuid,
  /** Has no effect: the platform finds the key by its id alone. */
  userId: Schema.optional(UserId)
}

/**
 * Lists a user's keys, newest first, including revoked and expired ones. Clients can list only the signed-in user's
 * keys.
 *
 * If the project does not allow user keys, every call here fails with `HttpFailure` (400).
 */
export const list = endpoint("client", "userApiKeys.list", "GET /user-api-keys", {
  input: { userId: UserId },
  output: listOf(UserApiKey),
  errors: [UserAuthenticationRequired, CannotGetOwnUserWithoutUser]
})

/** Creates a key. No other response contains the complete key. */
export const create = endpoint("client", "userApiKeys.create", "POST /user-api-keys", {
  input: { userId: UserId, ...apiKeyCreate },
  output: UserApiKeyFirstView,
  errors: [UserAuthenticationRequired, CannotGetOwnUserWithoutUser],
  invalidates: ["userApiKeys"]
})

/**
 * Returns a key by its id, with the last four characters of its value. An unknown id fails with `ApiKeyNotFound`,
 * another user's key with `HttpFailure` (403). Without a signed-in user, a client fails with
 * `UserAuthenticationRequired`.
 */
export const get = endpoint("client", "userApiKeys.get", "GET /user-api-keys/{api_key_id}", {
  input: item,
  output: UserApiKey,
  errors: [UserAuthenticationRequired, CannotGetOwnUserWithoutUser, ApiKeyNotFound]
})

/**
 * Changes the description of a key, or revokes it permanently. Revoking again keeps the first time of revocation. Keys
 * are never deleted. An unknown id fails with `ApiKeyNotFound`, another user's key with `HttpFailure` (403).
 */
export const update = endpoint("client", "userApiKeys.update", "PATCH /user-api-keys/{api_key_id}", {
  input: { ...item, ...apiKeyUpdate },
  query: ["userId"],
  output: UserApiKey,
  errors: [UserAuthenticationRequired, CannotGetOwnUserWithoutUser, ApiKeyNotFound],
  invalidates: ["userApiKeys"]
})

/** Returns the user and details of a key that a back end received. All errors belong to the family `ApiKeyNotValid`. */
export const check = endpoint("server", "userApiKeys.check", "POST /user-api-keys/check", {
  input: { apiKey: Secret },
  output: UserApiKey,
  errors: [ApiKeyNotFound, WrongApiKeyType, ApiKeyRevoked, ApiKeyExpired],
  subject: "apiKey"
})
